import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { DEFAULT_SCOPES, ROLE_NAMES, scopesOfRole, type Role, type Scope } from '@stablecoin/contracts';
import { Sessions, personAs } from '@stablecoin/access';
import { MemberHandler } from '@stablecoin/access/testing';
import { apiDocument } from '../../api-document';
import { operationsOf } from '../../openapi/testing/walk';
import { startGateway, type TestGateway } from '../../testing/gateway';

/** A row of the table in docs/people.md. */
interface DocumentedRole {
  readonly live: boolean;
  readonly scopes: ReadonlySet<string>;
}

const documented = documentedRoles();
const operations = operationsOf(apiDocument()).flatMap(({ name, path, method, operation: { security } }) => {
  const [requirement] = security;
  // Every operation that takes an API key takes a session, except to begin one.
  if (requirement === undefined || name === 'post /v1/sessions') return [];
  return [{ method: method.toUpperCase(), path, scope: requirement['bearerAuth']?.[0] ?? null }];
});

function documentedRoles(): ReadonlyMap<string, DocumentedRole> {
  const text = readFileSync(join(__dirname, '../../../../../docs/people.md'), 'utf8');
  const section = text.slice(text.indexOf('\n## Roles\n'), text.indexOf('\n## Members\n'));
  const rows = [...section.matchAll(/^\| `(\w+)` *\| (yes|no) *\| (.*?) *\|$/gm)];
  const scopesIn = (cell: string): readonly string[] => {
    if (cell === 'every scope but `screenings:skip`') return DEFAULT_SCOPES;
    const others = /^those of `(\w+)`/.exec(cell)?.[1];
    const of = rows.find(([, name]) => name === others)?.[3];
    return [
      ...(of === undefined ? [] : scopesIn(of)),
      ...[...cell.matchAll(/`(\w+:\w+)`/g)].map(([, scope = '']) => scope),
    ];
  };
  return new Map(
    rows.map(([, name = '', live, cell = '']) => [name, { live: live === 'yes', scopes: new Set(scopesIn(cell)) }]),
  );
}

describe('the roles that docs/people.md documents', () => {
  it('are those that there are, in their order', () => {
    expect([...documented.keys()]).toEqual(ROLE_NAMES);
  });

  it.each(ROLE_NAMES)('%s has these scopes', (role) => {
    const { live, scopes } = documented.get(role) ?? { live: false, scopes: new Set() };
    expect(new Set(scopesOfRole(role, false))).toEqual(scopes);
    expect(new Set(scopesOfRole(role, true))).toEqual(live ? scopes : new Set());
  });
});

describe('an operator', () => {
  it('screens addresses, and neither decides reviews nor attests', () => {
    const scopes = scopesOfRole('operator', true);
    expect(scopes).toContain('screenings:write');
    expect(scopes).not.toContain('compliance:write');
    const needs = (path: string) => operations.find((each) => each.method === 'POST' && each.path === path)?.scope;
    expect(needs('/v1/compliance/check')).toBe('screenings:write');
    expect(needs('/v1/compliance/checks/{ref}/decision')).toBe('compliance:write');
    expect(needs('/v1/compliance/attestations')).toBe('compliance:write');
  });
});

describe('whatever a person of a role sends', () => {
  let gateway: TestGateway;
  const sessions = new Map<string, { readonly cookie: string; readonly csrf: string }>();
  const at = Date.now();

  beforeAll(async () => {
    const fast = { payments: { rate: 10_000 }, compliance: { rate: 10_000 }, reads: { rate: 10_000 } };
    const limits = { scale: { ...fast, other: { rate: 10_000 }, wallets: { rate: 10_000 } } };
    gateway = await startGateway({ RATE_LIMITS: JSON.stringify(limits) });
    for (const role of ROLE_NAMES) {
      for (const livemode of [false, true]) await enter(role, livemode);
    }
  });
  afterAll(() => gateway.stop());

  async function enter(role: Role, livemode: boolean): Promise<void> {
    const tenant = { account: 'acme', livemode };
    const [id, requestId] = [`usr_${role}_${livemode}`, `req_${role}_${livemode}`];
    await gateway.app.get(MemberHandler).handle(`member-${id}`, {
      ...{ id: requestId, at, correlationId: requestId, ...tenant, type: 'IdentifyMember' },
      data: {
        name: role,
        email: null,
        claimedRole: role,
        issuer: 'https://login.example.com',
        subject: id,
        memberId: id,
      },
    });
    if (scopesOfRole(role, livemode).length === 0) return;
    const caller = personAs(id, { name: role, role, status: 'active' }, tenant, '127.0.0.1');
    const started = await gateway.app.get(Sessions).start({ requestId, at, caller }, null);
    const { credential } = started.caller;
    if (credential.type !== 'session') throw new Error('a person has a session');
    sessions.set(id, { cookie: `svc_session=${started.token}`, csrf: credential.csrfToken });
  }

  it('is let through where the table allows it, and is 403 everywhere else', async () => {
    const people = [...sessions.keys()].map((id) => {
      const [, role = '', livemode] = id.split('_');
      return { id, role, livemode: livemode === 'true' };
    });
    expect(people).toHaveLength(ROLE_NAMES.length * 2 - 1);
    const allowed = (role: string, scope: Scope | null): boolean =>
      scope === null || (documented.get(role)?.scopes.has(scope) ?? false);
    const seen = new Set<string>();
    const body = fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: undefined });
    const id = fc.constantFrom('pay_1', 'usr_1', 'key_1', '%20');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...people),
        fc.constantFrom(...operations),
        ...[body, id],
        async (person, { method, path, scope }, sent, value) => {
          // Signing out would end what the next runs need.
          fc.pre(!(method === 'DELETE' && path.startsWith('/v1/sessions')));
          const { cookie, csrf } = sessions.get(person.id) ?? { cookie: '', csrf: '' };
          const answer = await gateway.send(method as 'GET', path.replaceAll(/\{\w+\}/g, value), {
            key: null,
            headers: { cookie, 'svc-csrf-token': csrf },
            ...(method === 'GET' ? {} : { body: sent }),
          });
          seen.add(`${person.role} ${method} ${path}`);
          const isRefused = answer.body['code'] === 'insufficient_scope' && answer.body['param'] === undefined;
          expect([person, method, path, isRefused]).toEqual([
            person,
            method,
            path,
            !allowed(person.role, scope as Scope),
          ]);
          expect([401, 429]).not.toContain(answer.status);
        },
      ),
      { numRuns: 1_500 },
    );
    expect(seen.size).toBeGreaterThan(200);
  });
});
