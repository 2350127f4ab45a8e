/**
 * @needs own-service
 * @slow 15
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SdkService } from './support/sdk-service';
import { buildSvc, Svc, type SvcResult } from './support/svc';

let service: SdkService;
let environment: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-svc-rules-'));

beforeAll(async () => {
  buildSvc();
  service = await SdkService.start();
  environment = {
    ...{ XDG_CONFIG_HOME: folder, STABLECOIN_API_KEY: service.apiKey },
    STABLECOIN_BASE_URL: service.url,
  };
}, 180_000);
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const svc = (...args: string[]): Promise<SvcResult> => Svc.run(['rules', ...args], environment);
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await svc(...args, '--json');
  expect({ code, err }).toMatchObject({ code: 0 });
  return JSON.parse(out) as Record<string, unknown>;
}

/** A file of rules, as it stands in Git. */
function file(content: unknown): string {
  const path = join(folder, 'rules.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const limit = { name: 'limit-usdc', effect: 'limit', when: { currency: 'USDC' }, max: '500.00' };
const embargo = { name: 'embargo', effect: 'deny', when: { countries: ['KP', 'IR'] } };

it('brings a file into force: diff, draft, agreement, publication, and no difference any more', async () => {
  const path = file({ rules: [limit] });
  const added = await svc('diff', path);
  expect(added).toEqual({ code: 1, out: '+ limit-usdc: limit max 500.00, when currency USDC\n', err: '' });

  const drafted = await svc('draft', path);
  expect(drafted).toMatchObject({ code: 0, out: expect.stringMatching(/^revision +1$/m) as string });
  expect(drafted.err).toContain('Warning: The rule limit-usdc limits USDC and not EURC.');
  const id = /rdr_\w+/.exec(drafted.out)?.[0] ?? '';
  expect(drafted.err).toContain(`svc rules publish ${id}`);
  expect(await json('draft', file({ rules: [limit, embargo] }), '--draft', id)).toMatchObject({ id, revision: 2 });

  const stale = await svc('agree', id, '--revision', '1');
  expect(stale).toMatchObject({ code: 1, err: expect.stringContaining('agree to revision 2') as string });
  expect(await json('agree', id, '--revision', '2')).toMatchObject({ id, agreed_by: expect.any(String) as string });
  expect(await json('publish', id)).toMatchObject({ version: 1, drafts: [] });
  expect(await svc('diff', path)).toMatchObject({ code: 0, out: '' });
});

it('shows the version in force, which is a file again, and a draft', async () => {
  const { out } = await svc('show');
  expect(out).toMatch(/^version +1$/m);
  expect(out).toMatch(/^limit-usdc +limit +max 500.00 +currency USDC$/m);
  expect(out).toMatch(/^embargo +deny +- +countries KP or IR$/m);
  const { otherwise, rules } = await json('show');
  expect(await json('diff', file({ otherwise, rules }))).toMatchObject({ different: false, version: 1 });

  const { id } = await json('draft', file({ rules: [embargo] }));
  expect((await svc('show', String(id))).out).toMatch(/^id +rdr_/);
  expect(await json('discard', String(id))).toEqual({ id, deleted: true });
  expect((await svc('show', String(id))).code).toBe(1);
});

it('names each change of a file, and ends with 1', async () => {
  const path = file({ otherwise: 'deny', rules: [embargo, { ...limit, max: '600' }] });
  const { code, out } = await svc('diff', path);
  expect(code).toBe(1);
  expect(out.split('\n')).toEqual([
    ...['~ limit-usdc', '    max: 500.00 → 600'],
    '~ order: limit-usdc or embargo → embargo or limit-usdc',
    ...['~ otherwise: allow → deny', ''],
  ]);
  const asJson = await svc('diff', path, '--json');
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.out)).toMatchObject({ different: true, otherwise: { before: 'allow', after: 'deny' } });
});

it('takes a moment from which a version is in force', async () => {
  const { id } = await json('draft', file({ rules: [] }));
  const { code, err } = await svc('publish', String(id), '--in-force-from', '2099-01-01T00:00:00Z');
  expect({ code, err }).toEqual({ code: 0, err: 'Version 2 comes into force at 2099-01-01T00:00:00.000Z.\n' });
});

describe('A file is refused', () => {
  it.each([
    ['rules[0].colour', { rules: [{ ...limit, colour: 'red' }] }],
    ['rules[0].when.abvoe', { rules: [{ ...limit, when: { abvoe: '1.00' } }] }],
    ['version', { version: 1, rules: [] }],
  ])('with the unknown field %s, which diff and draft name', async (field, content) => {
    const path = file(content);
    for (const command of ['diff', 'draft']) {
      const { code, out, err } = await svc(command, path);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain(field);
    }
  });

  it.each([
    ['is not JSON', '{"rules": ['],
    ['must be a JSON object', []],
    ['must be a list', { rules: {} }],
    ['must be an object with a name', { rules: [{ effect: 'deny' }] }],
    ['an earlier rule has the name embargo', { rules: [embargo, embargo] }],
  ])('when it %s', async (why, content) => {
    const path = file(content);
    for (const command of ['diff', 'draft']) {
      expect(await svc(command, path)).toMatchObject({ code: 1, err: expect.stringContaining(why) as string });
    }
  });

  it('that does not exist', async () => {
    const { code, err } = await svc('diff', join(folder, 'none.json'));
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') as string });
  });
});

it('an agreement without a revision is a usage error', async () => {
  expect(await svc('agree', 'rdr_01JD8Z5M3V7T9G2K4XQW6N0B1C')).toMatchObject({ code: 2 });
});
