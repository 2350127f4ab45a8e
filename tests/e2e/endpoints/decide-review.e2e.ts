import { eventually } from '@stablecoin/event-sourcing/testing';
import {
  expectError,
  failedPayment,
  idOf,
  pendingPayment,
  settledPayment,
  TIME,
  untilEnded,
} from '../support/payments';
import { complianceResult, MAGIC } from '../support/screenings';
import { useService } from '../support/service';

const REVIEWED = MAGIC.evm('d005');
const ALL = { kyc: 'review', aml: 'review', sanctions: 'review', travel_rule: 'review' } as const;
/** Each review takes a country of its own, so that no test meets the result of another. */
const COUNTRIES = ['AT', 'BE', 'CH', 'DK', 'ES', 'FI', 'GR', 'HU', 'IE', 'JP', 'LU', 'MT', 'NL', 'PT'];

const decidedNow = (note: string) => ({ decided_by: idOf('key'), decided_at: TIME, decision_note: note });

describe('POST /v1/compliance/checks/:ref/decision', () => {
  const service = useService();
  const api = () => service.api.as('compliance_decision');
  const decide = (ref: unknown, body: object) => api().post(`/compliance/checks/${String(ref)}/decision`, body);
  const read = async (ref: unknown) => (await api().get(`/compliance/checks/${String(ref)}`)).body;
  const country = () => COUNTRIES.pop();
  const review = async (code = country()) =>
    (await api().post('/compliance/check', { address: REVIEWED, country_code: code })).body;
  const pay = (code: string | undefined) =>
    api().post('/payments', { to: REVIEWED, amount: '2.00', country_code: code });

  it('a payment in review answers 202 at once, at stage screening with its compliance_ref', async () => {
    const waiting = await pay(country());
    expect({ status: waiting.status, body: waiting.body }).toEqual({
      status: 202,
      body: pendingPayment({ to: REVIEWED, amount: '2.00', compliance_ref: idOf('cpl') }),
    });
    expect((await api().get(`/payments/${String(waiting.body['id'])}`)).body).toEqual(waiting.body);
    expect(await read(waiting.body['compliance_ref'])).toEqual(
      complianceResult('review', ALL, { ref: waiting.body['compliance_ref'], address: REVIEWED }),
    );
  });

  it('clear answers the cleared result, and every waiting payment continues', async () => {
    const code = country();
    const payments = await Promise.all([pay(code), pay(code), pay(code)]);
    const ref = payments[0].body['compliance_ref'];
    const before = await read(ref);
    const decided = await decide(ref, { decision: 'clear', note: 'A namesake' });

    expect({ status: decided.status, body: decided.body }).toEqual({
      status: 200,
      body: { ...before, ...decidedNow('A namesake'), status: 'cleared', expires_at: TIME },
    });
    for (const { body } of payments) {
      expect((await untilEnded(api(), String(body['id']))).body).toEqual(
        settledPayment({ to: REVIEWED, amount: '2.00', compliance_ref: ref }),
      );
    }
    expect(await read(ref)).toEqual(decided.body);
    expect(await review(code)).toEqual(decided.body);
    expect((await pay(code)).body).toMatchObject({ status: 'settled', compliance_ref: ref });
  });

  it('block answers the blocked result, and every waiting payment fails with compliance_blocked', async () => {
    const code = country();
    const { body: payment } = await pay(code);
    const ref = payment['compliance_ref'];
    const decided = await decide(ref, { decision: 'block', note: 'On our own list' });

    expect(decided.body).toEqual(
      complianceResult('blocked', ALL, { ref, address: REVIEWED, ...decidedNow('On our own list') }),
    );
    expect((await untilEnded(api(), String(payment['id']))).body).toEqual(
      failedPayment('compliance_blocked', {
        to: REVIEWED,
        amount: '2.00',
        compliance_ref: ref,
        // Whoever is paid must not learn what the reviewer knows.
        error_message: expect.stringMatching(/: A reviewer blocked it\.$/),
      }),
    );
    await eventually(async () => {
      const { body } = await api().get('/events?type=payment.compliance_blocked&limit=100');
      const ids = (body['data'] as { data: { id: string } }[]).map(({ data }) => data.id);
      expect(ids.filter((id) => id === payment['id'])).toHaveLength(1);
    });
    expectError(await pay(code), 403, 'compliance_blocked', { payment_id: idOf('pay') });
  });

  it('answers 409 invalid_state to a second decision', async () => {
    const { ref } = await review();
    expect((await decide(ref, { decision: 'clear' })).status).toBe(200);
    expectError(await decide(ref, { decision: 'clear' }), 409, 'invalid_state');
    expectError(await decide(ref, { decision: 'block' }), 409, 'invalid_state');
    expect(await read(ref)).toMatchObject({ status: 'cleared' });
  });

  it('accepts one of two simultaneous decisions', async () => {
    const { ref } = await review();
    const [clear, block] = await Promise.all([decide(ref, { decision: 'clear' }), decide(ref, { decision: 'block' })]);

    expect([clear.status, block.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await read(ref)).toMatchObject({ status: clear.status === 200 ? 'cleared' : 'blocked' });
  });

  it('answers an error for a result that was never in review', async () => {
    const { body: cleared } = await api().post('/compliance/check', { address: MAGIC.evm('abc'), checks: ['kyc'] });
    const { body: wallet } = await api().post('/wallets', { owner: 'user:reviewed', chain: 'base' });
    for (const ref of [cleared['ref'], wallet['compliance_ref']]) {
      expectError(await decide(ref, { decision: 'block' }), 409, 'invalid_state');
    }
    expect(await read(cleared['ref'])).toEqual(cleared);
    expectError(await decide('cpl_01JD8Z5M3V7T9G2K4XQW6N0B1C', { decision: 'clear' }), 404, 'not_found');
  });

  it('replays an idempotency key', async () => {
    const { ref } = await review();
    const body = { decision: 'clear', idempotency_key: 'decided' };
    const [first, replay] = [await decide(ref, body), await decide(ref, body)];
    expect(replay.body).toEqual(first.body);
    expect([replay.status, replay.headers.get('svc-idempotent-replayed')]).toEqual([200, 'true']);
    const other = await decide(ref, { ...body, decision: 'block' });
    expectError(other, 409, 'idempotency_conflict', { param: 'idempotency_key' });
  });

  it('a canceled payment is not affected by the decision', async () => {
    const { body: payment } = await pay(country());
    const canceled = await api().post(`/payments/${String(payment['id'])}/cancel`);
    expect(canceled.body).toMatchObject({ status: 'failed', error_code: 'canceled' });
    await decide(payment['compliance_ref'], { decision: 'clear' });
    expect((await api().get(`/payments/${String(payment['id'])}`)).body).toEqual(canceled.body);
  });

  it.each<[string, unknown]>([
    ['decision', {}],
    ['decision', { decision: null }],
    ['decision', { decision: 'cleared' }],
    ['decision', { decision: 'Clear' }],
    ['decision', { decision: true }],
    ['decision', { decision: ['clear'] }],
    ['note', { decision: 'clear', note: 'x'.repeat(1_001) }],
    ['note', { decision: 'clear', note: 5 }],
    ['reason', { decision: 'clear', reason: 'none' }],
  ])('answers 400 for a malformed %s: %j', async (param, body) => {
    const { ref } = await review('DE');
    expectError(await decide(ref, body as object), 400, 'invalid_request', { param });
    expect(await read(ref)).toMatchObject({ status: 'review' });
  });

  it('a review that nobody decides in time blocks the waiting payments, and later decisions are 409', async () => {
    const code = country();
    const { body: payment } = await pay(code);
    const ref = payment['compliance_ref'];

    expect((await untilEnded(api(), String(payment['id']))).body).toEqual(
      failedPayment('compliance_blocked', {
        to: REVIEWED,
        amount: '2.00',
        compliance_ref: ref,
        error_message: expect.stringContaining('not decided in time'),
      }),
    );
    await eventually(async () => expect(await read(ref)).toMatchObject({ status: 'blocked' }));
    expectError(await decide(ref, { decision: 'clear' }), 409, 'invalid_state');
    const later = await pay(code);
    expect(later.body).toMatchObject({ status: 'pending', stage: 'screening' });
    expect(later.body['compliance_ref']).not.toBe(ref);
  });
});
