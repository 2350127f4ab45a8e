import { ApiError } from '@stablecoin/contracts';
import { startGateway, type TestGateway } from '../../testing/gateway';

const ADDRESS = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const RESULT = { status: 'cleared', ref: 'cpl_1', address: ADDRESS };

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.fakes.commands.length = 0;
  gateway.fakes.refusals.clear();
  gateway.fakes.answers.clear();
});

const check = (body: object) => gateway.send('POST', '/v1/compliance/check', { body });
/** A compliance service that has a result as soon as it was told to screen. */
const screens = (): void => {
  gateway.fakes.answers.set('compliance.find', () => (gateway.fakes.commands.length > 0 ? RESULT : null));
};

describe('POST /compliance/check', () => {
  it('screens, and answers 200 with the result', async () => {
    screens();
    const { status, body } = await check({ address: ADDRESS.toLowerCase(), country_code: 'DE' });
    expect([status, body]).toEqual([200, RESULT]);
    expect(gateway.fakes.commands).toMatchObject([
      {
        type: 'compliance.CheckAddress',
        data: { address: ADDRESS, checks: ['kyc', 'aml', 'sanctions', 'travel_rule'], countryCode: 'DE' },
      },
    ]);
  });

  it('the cache is asked first', async () => {
    let asked: unknown;
    gateway.fakes.answers.set('compliance.find', (params) => {
      asked = params;
      return RESULT;
    });
    expect((await check({ address: ADDRESS, checks: ['travel_rule', 'kyc'] })).body).toEqual(RESULT);
    expect(asked).toEqual({
      account: 'acme',
      livemode: false,
      address: ADDRESS,
      checks: ['kyc', 'travel_rule'],
      countryCode: null,
      since: expect.any(Number) as number,
    });
    expect(gateway.fakes.commands).toEqual([]);
  });

  it.each([
    [['screenings:write', 'compliance:read'], 'key_1', 'known to us'],
    [['screenings:write'], null, null],
  ])('a key with %j is shown that %s decided, and noted %s', async (scopes, decidedBy, note) => {
    gateway.fakes.answers.set('compliance.find', () => ({
      ...RESULT,
      decided_by: 'key_1',
      decision_note: 'known to us',
    }));
    const { body: made } = await gateway.send('POST', '/v1/api_keys', { body: { name: 'a checker', scopes } });
    const { body } = await gateway.send('POST', '/v1/compliance/check', {
      key: String(made['key']),
      body: { address: ADDRESS, checks: ['kyc'] },
    });
    expect(body).toEqual({ ...RESULT, decided_by: decidedBy, decision_note: note });
  });

  it('a key that is bound to wallets is not shown who decided, whatever scopes it has', async () => {
    gateway.fakes.answers.set('wallet.get', ({ id }) => ({ id, status: 'active', chain: 'base', address: '0x1' }));
    gateway.fakes.answers.set('compliance.find', () => ({ ...RESULT, decided_by: 'key_1', decision_note: 'known' }));
    const scopes = ['screenings:write', 'compliance:read'];
    const wallet_ids = ['wal_01JD8Z5M3V7T9G2K4XQW6N0B1C'];
    const { body: made } = await gateway.send('POST', '/v1/api_keys', { body: { scopes, wallet_ids } });
    const { body } = await gateway.send('POST', '/v1/compliance/check', {
      key: String(made['key']),
      body: { address: ADDRESS, checks: ['kyc'] },
    });
    expect(body).toEqual({ ...RESULT, decided_by: null, decision_note: null });
  });

  it.each([
    ['checks omitted', {}],
    ['sanctions named', { checks: ['sanctions'] }],
  ])('country_code is required: %s', async (_, body) => {
    const answer = await check({ address: ADDRESS, ...body });
    expect([answer.status, answer.body['param']]).toEqual([400, 'country_code']);
  });

  it('without sanctions it is not', async () => {
    screens();
    expect((await check({ address: ADDRESS, checks: ['kyc', 'aml'] })).status).toBe(200);
  });

  it.each([
    [{}, 'address'],
    [{ address: 'x' }, 'address'],
    [{ address: ADDRESS, checks: 'kyc' }, 'checks'],
    [{ address: ADDRESS, checks: [] }, 'checks'],
    [{ address: ADDRESS, checks: ['kyc', 'fraud'] }, 'checks[1]'],
    [{ address: ADDRESS, checks: ['kyc', 'kyc'] }, 'checks[1]'],
    [{ address: ADDRESS, country_code: 'EN' }, 'country_code'],
    [{ address: ADDRESS, country_code: 'de' }, 'country_code'],
  ])('%j is 400 for %s', async (body, param) => {
    const answer = await check(body);
    expect([answer.status, answer.body['param']]).toEqual([400, param]);
  });

  it('fails closed: without a provider for the mode it is 500, which no repetition changes', async () => {
    gateway.fakes.answers.set('compliance.find', () => {
      throw new ApiError('internal_error', 'Screening is not available.', { retryable: false });
    });
    const { status, body } = await check({ address: ADDRESS, country_code: 'DE' });
    expect([status, body['code'], body['retryable']]).toEqual([500, 'internal_error', false]);
  });

  it('with a key: other parameters are a conflict, and the same are a replay', async () => {
    screens();
    const body = { address: ADDRESS, checks: ['aml'], idempotency_key: 'check' };
    expect((await check(body)).headers['svc-idempotent-replayed']).toBeUndefined();
    const replayed = await check(body);
    expect([replayed.status, replayed.headers['svc-idempotent-replayed']]).toEqual([200, 'true']);
    expect((await check({ ...body, checks: ['kyc'] })).status).toBe(409);
    expect(gateway.fakes.commands).toHaveLength(1);
  });
});

describe('Idempotency of checks: a replay answers the original result, as it is now', () => {
  const body = { address: ADDRESS, checks: ['aml'] };
  const NEWER = { ...RESULT, ref: 'cpl_2' };
  /** The results that the compliance service knows; the cache holds none of them. */
  const knows = (...results: readonly { readonly ref: string }[]): void => {
    gateway.fakes.answers.set('compliance.find', () => null);
    gateway.fakes.answers.set('compliance.get', ({ id }: { readonly id: string }) => {
      return results.find(({ ref }) => ref === id) ?? null;
    });
  };

  it.each([
    ['was screened for it', screens],
    ['was in the cache', () => gateway.fakes.answers.set('compliance.find', () => RESULT)],
  ])('a replay answers the result, which %s, also after it has expired', async (how, before) => {
    before();
    const request = { ...body, idempotency_key: how };
    expect((await check(request)).body).toEqual(RESULT);
    gateway.fakes.commands.length = 0;
    knows({ ...RESULT, status: 'blocked' } as never, NEWER);
    const replay = await check(request);
    expect([replay.status, replay.headers['svc-idempotent-replayed']]).toEqual([200, 'true']);
    expect(replay.body).toEqual({ ...RESULT, status: 'blocked' });
    expect(gateway.fakes.commands).toEqual([]);
  });

  it('a replay answers the original result although the cache has a newer one', async () => {
    screens();
    const request = { ...body, idempotency_key: 'newer' };
    await check(request);
    knows(RESULT, NEWER);
    gateway.fakes.answers.set('compliance.find', () => NEWER);
    expect((await check(request)).body).toEqual(RESULT);
    expect((await check(body)).body).toEqual(NEWER);
  });

  it('a check that got no result is screened by the replay, and that result stays', async () => {
    const request = { ...body, idempotency_key: 'late' };
    gateway.fakes.answers.set('compliance.find', () => {
      if (gateway.fakes.commands.length > 0) throw new ApiError('internal_error', 'It is down.');
      return null;
    });
    expect((await check(request)).status).toBe(500);
    gateway.fakes.answers.set('compliance.find', () => (gateway.fakes.commands.length > 1 ? NEWER : null));
    const replay = await check(request);
    expect([replay.body, gateway.fakes.commands.length]).toEqual([NEWER, 2]);
    knows(RESULT, NEWER);
    expect((await check(request)).body).toEqual(NEWER);
  });
});

describe('POST /compliance/checks/:ref/decision', () => {
  it('decides, and answers with the check', async () => {
    gateway.fakes.answers.set('compliance.get', () => RESULT);
    const body = { decision: 'clear', note: 'known customer' };
    const answer = await gateway.send('POST', '/v1/compliance/checks/cpl_1/decision', { body });
    expect([answer.status, answer.body]).toEqual([200, RESULT]);
    expect(gateway.fakes.commands).toMatchObject([
      { type: 'compliance.DecideReview', data: { ref: 'cpl_1', decision: 'clear', note: 'known customer' } },
    ]);
  });

  it('409 invalid_state when it is not in review any more', async () => {
    gateway.fakes.answers.set('compliance.get', () => RESULT);
    const refusal = { code: 'invalid_state', message: 'It is cleared.', param: null };
    gateway.fakes.refusals.set('compliance.DecideReview', refusal);
    const answer = await gateway.send('POST', '/v1/compliance/checks/cpl_1/decision', { body: { decision: 'block' } });
    expect([answer.status, answer.body['code']]).toEqual([409, 'invalid_state']);
  });

  it('with a key: a repetition does not take a check that is in review for one that is decided', async () => {
    const impatient = await startGateway({ WAIT_MS: '50' });
    const { answers } = impatient.fakes;
    answers.set('compliance.get', () => ({ ...RESULT, status: 'review' }));
    answers.set('compliance.outcome', () => ({ applied: false, refusal: null }));
    const body = { decision: 'clear', idempotency_key: 'undecided' };
    const send = () => impatient.send('POST', '/v1/compliance/checks/cpl_1/decision', { body });
    try {
      expect([(await send()).status, (await send()).status]).toEqual([500, 500]);
      answers.set('compliance.get', () => RESULT);
      expect((await send()).status).toBe(200);
    } finally {
      await impatient.stop();
    }
  });

  it('400 for another decision, 404 for an unknown ref', async () => {
    gateway.fakes.answers.set('compliance.get', () => null);
    const path = '/v1/compliance/checks/cpl_1/decision';
    expect((await gateway.send('POST', path, { body: { decision: 'maybe' } })).body['param']).toBe('decision');
    expect((await gateway.send('POST', path, { body: { decision: 'clear' } })).status).toBe(404);
  });
});
