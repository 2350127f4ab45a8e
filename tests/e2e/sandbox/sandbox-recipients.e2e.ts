/**
 * @once
 * @slow 32
 */
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from '../support/api';
import {
  expectError,
  failedPayment,
  idOf,
  paymentIdOf,
  paymentInReview,
  pendingPayment,
  settledPayment,
  SOLANA_HASH,
  TIME,
  untilEnded,
  EVM_HASH,
} from '../support/payments';
import { complianceResult } from '../support/screenings';
import { useService } from '../support/service';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('sandbox_recipients');
});

/** As the service spells them, by the last two bytes. */
const RECIPIENTS = {
  EVM: {
    D001: '0x000000000000000000000000000000000000d001',
    D002: '0x000000000000000000000000000000000000D002',
    D003: '0x000000000000000000000000000000000000D003',
    D004: '0x000000000000000000000000000000000000D004',
    D005: '0x000000000000000000000000000000000000d005',
    D006: '0x000000000000000000000000000000000000d006',
    D007: '0x000000000000000000000000000000000000D007',
    D008: '0x000000000000000000000000000000000000d008',
  },
  Solana: {
    D001: `${'1'.repeat(30)}Gq6`,
    D002: `${'1'.repeat(30)}Gq7`,
    D003: `${'1'.repeat(30)}Gq8`,
    D004: `${'1'.repeat(30)}Gq9`,
    D005: `${'1'.repeat(30)}GqA`,
    D006: `${'1'.repeat(30)}GqB`,
    D007: `${'1'.repeat(30)}GqC`,
    D008: `${'1'.repeat(30)}GqD`,
  },
} as const;
const CHAIN = { EVM: { chain: 'base', txHash: EVM_HASH }, Solana: { chain: 'solana', txHash: SOLANA_HASH } };
const CHECKS = ['kyc', 'aml', 'sanctions', 'travel_rule'];

const pay = (to: string, fields: Readonly<Record<string, unknown>> = {}) =>
  api.post('/payments', { to, amount: '1.00', ...fields });
const check = (address: string, checks: readonly string[] = CHECKS) =>
  api.post('/compliance/check', { address, checks, country_code: 'DE' });

/** Asked for together, because each takes all of the time that a check may take. */
const unanswered = new Map<string, Promise<ApiResponse>>();

beforeAll(() => {
  for (const family of ['EVM', 'Solana'] as const) unanswered.set(family, check(RECIPIENTS[family].D007));
});

/** Clears or blocks the review that a payment waits for. */
const decide = (waiting: ApiResponse, decision: 'clear' | 'block') =>
  api.post(`/compliance/checks/${String(waiting.body['compliance_ref'])}/decision`, { decision });

describe.each(['EVM', 'Solana'] as const)('Sandbox: by recipient, %s', (family) => {
  it.each([
    ['D001', 'sanctions match', 'sanctions'],
    ['D002', 'AML flag', 'aml'],
    ['D003', 'identity not verified', 'kyc'],
    ['D004', 'travel-rule data missing', 'travel_rule'],
  ] as const)('%s is blocked: %s; a standalone check fails only its own check', async (bytes, _, failing) => {
    const to = RECIPIENTS[family][bytes];

    const refused = await pay(to);

    expectError(refused, 403, 'compliance_blocked', { payment_id: idOf('pay') });
    expect((await api.get(`/payments/${paymentIdOf(refused)}`)).body).toEqual(
      failedPayment('compliance_blocked', {
        to,
        amount: '1.00',
        compliance_ref: idOf('cpl'),
        error_message: refused.body['message'],
      }),
    );
    const together = await check(to);
    const alone = await Promise.all(CHECKS.map((name) => check(to, [name])));
    const outcomes = [together, ...alone].map(({ body }) => [
      body['status'],
      (body['checks'] as { name: string; outcome: string }[]).map(({ name, outcome }) => `${name} ${outcome}`),
    ]);
    const outcomeOf = (name: string) => `${name} ${name === failing ? 'fail' : 'pass'}`;
    expect(outcomes).toEqual([
      ['blocked', CHECKS.map(outcomeOf)],
      ...CHECKS.map((name) => [name === failing ? 'blocked' : 'cleared', [outcomeOf(name)]]),
    ]);
    expect(together.body).toEqual(complianceResult('blocked', { [failing]: 'fail' }, { address: to }));
  });

  it('D005 is in review: a payment waits at screening until a decision clears it', async () => {
    const to = RECIPIENTS[family].D005;
    const { created: waiting } = await paymentInReview(api, { to, amount: '1.00' });
    expect(waiting.status).toBe(202);
    expect(waiting.body).toEqual(pendingPayment({ to, amount: '1.00', compliance_ref: idOf('cpl') }));

    expect(await decide(waiting, 'clear')).toMatchObject({ status: 200, body: { status: 'cleared' } });

    expect((await untilEnded(api, paymentIdOf(waiting))).body).toEqual(
      settledPayment({ ...CHAIN[family], to, amount: '1.00', compliance_ref: waiting.body['compliance_ref'] }),
    );
  });

  it('D005: or a decision blocks it', async () => {
    const to = RECIPIENTS[family].D005;
    const { created: waiting } = await paymentInReview(api, { to, amount: '1.00' });
    expect(await decide(waiting, 'block')).toMatchObject({ status: 200, body: { status: 'blocked' } });
    expect((await untilEnded(api, paymentIdOf(waiting))).body).toEqual(
      failedPayment('compliance_blocked', { to, amount: '1.00', compliance_ref: waiting.body['compliance_ref'] }),
    );
  });

  it('D005: or its time is over, which blocks it', async () => {
    const to = RECIPIENTS[family].D005;
    const { created: waiting } = await paymentInReview(api, { to, amount: '1.00' });
    expect((await untilEnded(api, paymentIdOf(waiting))).body).toEqual(
      failedPayment('compliance_blocked', { to, amount: '1.00', compliance_ref: waiting.body['compliance_ref'] }),
    );
  });

  it('D006: the provider fails twice, then clears, and the client notices nothing', async () => {
    const to = RECIPIENTS[family].D006;
    const [paid, checked] = await Promise.all([pay(to), check(to)]);
    expect(paid.status).toBe(201);
    expect(paid.body).toEqual(settledPayment({ ...CHAIN[family], to, amount: '1.00' }));
    expect(checked).toMatchObject({ status: 200, body: { status: 'cleared' } });
  });

  it('D007: the provider stays down; a payment stays pending and fails with internal_error after the deadline', async () => {
    const to = RECIPIENTS[family].D007;
    const pending = await api.post('/payments', { to, amount: '1.00' }, { prefer: 'wait=1' });
    expect(pending.status).toBe(202);
    expect(pending.body).toEqual(pendingPayment({ to, amount: '1.00' }));
    expect((await untilEnded(api, paymentIdOf(pending))).body).toEqual(
      failedPayment('internal_error', { to, amount: '1.00' }),
    );
  });

  it('D008 is cleared and paid, and a second later the sanctions list names it, every time', async () => {
    const to = RECIPIENTS[family].D008;
    for (const _time of [1, 2]) {
      const paid = await pay(to);
      expect(paid.body).toEqual(settledPayment({ ...CHAIN[family], to, amount: '1.00' }));
      const ref = paid.body['compliance_ref'];
      const match = await eventually(async () => {
        const { body } = await api.get('/events?type=compliance.match_found');
        return (body['data'] as { data: { ref: string } }[]).find(({ data }) => data.ref === ref) ?? false;
      });
      expect(match).toMatchObject({
        livemode: false,
        data: { ref, address: to, source: 'sandbox', version: '2', matched: '1 SANDBOX NAME', found_at: TIME },
      });
    }
  });

  it('D007: a standalone check answers 500 internal_error, retryable', async () => {
    expectError(await (unanswered.get(family) ?? Promise.reject(new Error())), 500, 'internal_error');
  });
});

describe('Sandbox: by country', () => {
  it.each(['KP', 'IR', 'SY', 'CU'])('%s is a sanctions match for any address', async (country_code) => {
    const to = '0x52908400098527886E0F7030069857D2E4169EE7';
    expectError(await pay(to, { country_code }), 403, 'compliance_blocked', { payment_id: idOf('pay') });
    const { body } = await api.post('/compliance/check', { address: to, country_code });
    expect(body).toMatchObject({ status: 'blocked' });
    const failing = (body['checks'] as { name: string; outcome: string }[]).filter(({ outcome }) => outcome !== 'pass');
    expect(failing.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(['sanctions fail']);
  });
});

describe('Sandbox: by owner', () => {
  it.each(['user:blocked', 'agent:blocked'])('%s fails identity verification: 403', async (owner) => {
    expectError(await api.post('/wallets', { owner, chain: 'base' }), 403, 'compliance_blocked', { param: 'owner' });
  });

  it('others do not', async () => {
    const made = await api.post('/wallets', { owner: 'user:blocked2', chain: 'base' });
    expect(made).toMatchObject({ status: 201, body: { compliance_ref: idOf('cpl') } });
  });
});
