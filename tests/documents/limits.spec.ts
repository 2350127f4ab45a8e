/** @checks */
import { RATE_LIMIT_CLASSES } from '@stablecoin/host';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_MAX } from '../../apps/gateway/src/gateway.module';
import { BODY_LIMIT_BYTES } from '../../apps/gateway/src/http/json-body';
import { ACCOUNT_LIMITS } from '../../apps/access/src/application/power/account-limits';
import { planLimits } from '../../apps/access/src/application/power/plan-limits';
import { tableUnder } from '../e2e/support/markdown';
import { ROOT, textOf } from '../e2e/support/repository';

const PAGE = textOf('docs/limits.md');
const number = (value: number): string => value.toLocaleString('en-US');

/** Limits of one field of a body, as the OpenAPI document has them. */
function fieldOf(schema: string, field: string): Readonly<Record<string, unknown>> {
  const document = JSON.parse(readFileSync(join(ROOT, 'apps/gateway/openapi.json'), 'utf8')) as {
    readonly components: { readonly schemas: Record<string, { readonly properties: Record<string, unknown> }> };
  };
  const found = JSON.stringify(document.components.schemas[schema]?.properties[field]);
  return JSON.parse(found) as Readonly<Record<string, unknown>>;
}

const GATEWAY = 'apps/gateway/src/limits';
/** The test that a limit holds in, by the row of the page: a file and the beginning of a title. */
const HELD_BY: Readonly<Record<string, readonly [string, string]>> = {
  'API keys that are neither revoked nor expired': [
    `${GATEWAY}/account-limits.http.spec.ts`,
    'ends at a number of usable API keys',
  ],
  'webhook endpoints': [`${GATEWAY}/account-limits.http.spec.ts`, 'ends at a number of webhook endpoints'],
  'replays in progress': [`${GATEWAY}/account-limits.http.spec.ts`, 'ends at a number of replays under way'],
  'event streams': [`${GATEWAY}/open-streams.spec.ts`, 'are bounded for each account in a mode'],
  'long polls (`GET /v1/events` with `wait`)': [
    `${GATEWAY}/account-limits.http.spec.ts`,
    'ends at a number of long polls for each key',
  ],
  'CSV exports': [`${GATEWAY}/open-streams.spec.ts`, 'are bounded in all'],
  'drafts of rules': ['tests/e2e/endpoints/create-rule-draft.e2e.ts', 'makes ten drafts and no more'],
  'sessions of one key or person': ['apps/access/src/domain/sessions.spec.ts', 'are a hundred at most'],
  'bytes of requests that change something, in the sandbox': [
    `${GATEWAY}/account-limits.http.spec.ts`,
    'is bounded by the bytes of its requests in a day',
  ],
};

const rowsOf = (heading: string): ReadonlyMap<string, readonly string[]> =>
  new Map(tableUnder(PAGE, heading).map(([name = '', ...cells]) => [name, cells]));

describe('The page of limits', () => {
  it.each(RATE_LIMIT_CLASSES)('has the rates of %s', (name) => {
    const [, scale, enterprise] = rowsOf('## Requests').get(`\`${name}\``) ?? [];
    const cell = ({ rate, burst, peak }: { rate: number; burst: number; peak: number }): string =>
      burst === rate ? number(rate) : `${number(rate)}; burst ${number(burst)}, at most ${number(peak)}/s`;
    const { scale: ofScale, enterprise: ofEnterprise } = planLimits();
    expect([scale, enterprise]).toEqual([cell(ofScale[name]), cell(ofEnterprise[name])]);
  });

  it('has what an account may have', () => {
    const rows = rowsOf('## Objects and connections');
    const accounts = [...rows.values()].map(([, account = '']) => account);
    expect(ACCOUNT_LIMITS.rateFactor).toBe(4);
    expect(PAGE).toContain('four times as much');
    expect(accounts.slice(0, 2)).toEqual([number(ACCOUNT_LIMITS.apiKeys), number(ACCOUNT_LIMITS.webhookEndpoints)]);
    expect(accounts[2]).toBe(`${ACCOUNT_LIMITS.replays}, and 10 for each endpoint`);
  });

  it('has no limit of objects and connections that no test holds', () => {
    expect([...rowsOf('## Objects and connections').keys()].sort()).toEqual(Object.keys(HELD_BY).sort());
    const missing = Object.values(HELD_BY).filter(([file, title]) => !textOf(file).includes(`it('${title}`));
    expect(missing).toEqual([]);
  });

  it.each([
    ['event streams', 'event streams'],
    ['long polls', 'long polls (`GET /v1/events` with `wait`)'],
    ['exports', 'CSV exports'],
  ] as const)('has how many %s can be open', (name, row) => {
    const { perKeyMax, perAccountMax, totalMax } = OPEN_MAX[name];
    expect(rowsOf('## Objects and connections').get(row)).toEqual([perKeyMax, perAccountMax, totalMax].map(number));
  });

  it('has the sizes', () => {
    const sizes = rowsOf('## Sizes');
    expect(sizes.get('body of a request')).toEqual([`${BODY_LIMIT_BYTES / 1_024} KiB`]);
    const bounds = [
      ['`memo`', fieldOf('CreatePayment', 'memo')],
      ['idempotency key', fieldOf('CreatePayment', 'idempotency_key')],
      ['wallets in one bulk request', fieldOf('CreateWallets', 'wallets')],
      ['approvers of a wallet', fieldOf('CreateWallet', 'approvers')],
      ['wallets that a key is bound to', fieldOf('CreateApiKey', 'wallet_ids')],
      ['URL of a webhook endpoint', fieldOf('CreateWebhookEndpoint', 'url')],
    ] as const;
    for (const [row, schema] of bounds) {
      const bound = /"max(?:Length|Items)":(\d+)/.exec(JSON.stringify(schema))?.[1];
      expect([row, sizes.get(row)?.[0]?.replace(',', '').split(' ')[0]]).toEqual([row, bound]);
    }
  });
});
