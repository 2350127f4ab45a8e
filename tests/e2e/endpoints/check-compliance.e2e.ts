/**
 * @once
 * @slow 36
 */
import { randomUUID } from 'node:crypto';
import type { CheckName } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { ApiResponse } from '../support/api';
import { EVM_RECIPIENT, expectError, idOf, SOLANA_RECIPIENT } from '../support/payments';
import { expectReplay } from '../support/replays';
import { checkResult, complianceResult, MAGIC, newAddress } from '../support/screenings';
import { useService } from '../support/service';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('POST /v1/compliance/check', () => {
  const service = useService();
  const api = () => service.api.as('compliance');
  const check = (address: string, fields: object = { country_code: 'DE' }) =>
    api().post('/compliance/check', { address, ...fields });
  const outcome = (response: ApiResponse) => ({ status: response.status, body: response.body });

  /** Takes its time, so it is asked while the others run. */
  let providerDown: Promise<ApiResponse>;
  beforeAll(() => {
    providerDown = check(MAGIC.evm('d007'));
  });

  it('runs all four checks by default and answers the whole result', async () => {
    const address = newAddress('whole');
    const answer = await check(address);

    expect(outcome(answer)).toEqual({ status: 200, body: complianceResult('cleared') });
    expect(String(answer.body['address']).toLowerCase()).toBe(address);
    expect(answer.headers.get('svc-request-id')).toEqual(idOf('req'));
    const life = Date.parse(String(answer.body['expires_at'])) - Date.parse(String(answer.body['created_at']));
    expect(life).toBeGreaterThanOrEqual(DAY_MS);
    expect(life).toBeLessThan(DAY_MS + 60_000);
    const { body: read } = await api().get(`/compliance/checks/${String(answer.body['ref'])}`);
    expect(read).toEqual(answer.body);
  });

  it('accepts Solana addresses, and answers an EVM address with its checksum', async () => {
    expect((await check(SOLANA_RECIPIENT)).body).toMatchObject({ status: 'cleared', address: SOLANA_RECIPIENT });
    expect((await check(EVM_RECIPIENT.toLowerCase())).body).toMatchObject({ address: EVM_RECIPIENT });
  });

  it.each<[readonly CheckName[], readonly CheckName[]]>([
    [['kyc'], ['kyc']],
    [
      ['travel_rule', 'aml'],
      ['aml', 'travel_rule'],
    ],
    [
      ['sanctions', 'kyc'],
      ['kyc', 'sanctions'],
    ],
  ])('runs only the requested checks: %j', async (checks, run) => {
    const { body } = await check(newAddress('some'), { checks, country_code: 'FR' });
    expect(body).toEqual(complianceResult('cleared', {}, { checks: run.map((name) => checkResult(name)) }));
  });

  describe('country_code', () => {
    it.each([
      ['with checks left out all four run', {}],
      ['sanctions is asked for', { checks: ['sanctions'] }],
      ['it is null', { country_code: null }],
    ])('is required when %s', async (_, fields) => {
      expectError(await check(EVM_RECIPIENT, fields), 400, 'invalid_request', { param: 'country_code' });
    });

    it('is optional without the sanctions check, and part of the cache key when given', async () => {
      const address = newAddress('no country');
      const without = await check(address, { checks: ['kyc', 'aml', 'travel_rule'] });
      const withOne = await check(address, { checks: ['kyc', 'aml', 'travel_rule'], country_code: 'DE' });
      expect([without.status, withOne.status]).toEqual([200, 200]);
      expect(withOne.body['ref']).not.toBe(without.body['ref']);
    });

    it('is XK for Kosovo, which ISO 3166-1 does not list', async () => {
      const { status, body } = await check(newAddress('kosovo'), { country_code: 'XK' });
      expect([status, body['status']]).toEqual([200, 'cleared']);
    });

    it.each(['de', 'De', 'DEU', 'D', '', 'XX', 'ZZ', 'UK', ' DE', 'D1', 49, ['DE'], true])(
      'is ISO 3166-1 alpha-2 in upper case, so %j is 400',
      async (country) => {
        const response = await check(EVM_RECIPIENT, { country_code: country });
        expectError(response, 400, 'invalid_request', { param: 'country_code' });
      },
    );
  });

  it.each<[string, string, unknown]>([
    ['address', 'address', undefined],
    ['address', 'address', null],
    ['address', 'address', ''],
    ['address', 'address', '0x1234'],
    ['address', 'address', 42],
    ['address', 'address', [EVM_RECIPIENT]],
    ['address', 'address', EVM_RECIPIENT.replace('908', '908 ')],
    ['address', 'address', '0x52908400098527886e0F7030069857D2E4169EE7'],
    ['address', 'address', '0X52908400098527886E0F7030069857D2E4169EE7'],
    ['address', 'address', '0x0000000000000000000000000000000000000000'],
    ['address', 'address', '1'.repeat(32)],
    ['address', 'address', 'vitalik.eth'],
    ['address', 'address', 'x'.repeat(1_000)],
    ['checks', 'checks', 'kyc'],
    ['checks', 'checks', []],
    ['checks[0]', 'checks', ['KYC']],
    ['checks[0]', 'checks', [null]],
    ['checks[1]', 'checks', ['kyc', 'pep']],
    ['checks[1]', 'checks', ['kyc', 'kyc']],
    ['checks', 'checks', { kyc: true }],
    ['amount', 'amount', '1.00'],
  ])('answers 400 and names a malformed parameter: %s in %s: %j', async (param, field, value) => {
    const body = { address: EVM_RECIPIENT, country_code: 'DE', [field]: value };
    expectError(await api().post('/compliance/check', body), 400, 'invalid_request', { param });
  });

  describe('in the sandbox, by recipient', () => {
    const FAILING = [
      ['d001', 'Gq6', 'sanctions'],
      ['d002', 'Gq7', 'aml'],
      ['d003', 'Gq8', 'kyc'],
      ['d004', 'Gq9', 'travel_rule'],
    ] as const;

    it.each(FAILING)('%s and its Solana counterpart …%s are blocked by %s', async (evm, solana, name) => {
      for (const address of [MAGIC.evm(evm), MAGIC.solana(solana)]) {
        expect((await check(address)).body).toEqual(complianceResult('blocked', { [name]: 'fail' }));
      }
    });

    it.each(FAILING)('%s (…%s) fails only the check %s', async (evm, _, name) => {
      const others = ['kyc', 'aml', 'sanctions', 'travel_rule'].filter((other) => other !== name);
      const [own, rest] = await Promise.all([
        check(MAGIC.evm(evm), { checks: [name], country_code: 'DE' }),
        check(MAGIC.evm(evm), { checks: others, country_code: 'DE' }),
      ]);
      expect(own.body).toMatchObject({ status: 'blocked', checks: [checkResult(name, 'fail')] });
      expect(rest.body).toMatchObject({ status: 'cleared' });
    });

    it('D005 is in review for any check', async () => {
      const { body } = await check(MAGIC.evm('d005'));
      const all = { kyc: 'review', aml: 'review', sanctions: 'review', travel_rule: 'review' } as const;
      expect(body).toEqual(complianceResult('review', all));
      expect((await check(MAGIC.solana('GqA'), { checks: ['aml'] })).body).toMatchObject({ status: 'review' });
    });

    it('D006 makes the provider fail twice and then clears', async () => {
      expect((await check(MAGIC.evm('d006'))).body).toEqual(complianceResult('cleared'));
      expect((await check(MAGIC.solana('GqB'))).body).toEqual(complianceResult('cleared'));
    });

    it('D007 makes the provider stay down: 500 internal_error, retryable, within 10 s', async () => {
      expectError(await providerDown, 500, 'internal_error');
    });

    it.each(['KP', 'IR', 'SY', 'CU'])('the country %s is a sanctions match for any address', async (country) => {
      const [evm, solana, unasked] = await Promise.all([
        check(newAddress(country), { country_code: country }),
        check(SOLANA_RECIPIENT, { country_code: country }),
        check(EVM_RECIPIENT, { country_code: country, checks: ['aml'] }),
      ]);
      expect(evm.body).toEqual(complianceResult('blocked', { sanctions: 'fail' }));
      expect(solana.body).toEqual(complianceResult('blocked', { sanctions: 'fail' }));
      expect(unasked.body).toMatchObject({ status: 'cleared' });
    });
  });

  describe('results are cached for 24 hours', () => {
    it('the same check answers the same result, with parameters in any order and spelling', async () => {
      const address = newAddress('cached');
      const first = await check(address);
      const again = await Promise.all([
        check(address),
        check(String(first.body['address'])),
        check(address, { checks: ['travel_rule', 'sanctions', 'aml', 'kyc'], country_code: 'DE' }),
      ]);
      for (const each of again) expect(outcome(each)).toEqual(outcome(first));
    });

    it('another address, country or set of checks has its own result', async () => {
      const address = newAddress('one');
      const results = await Promise.all([
        check(address),
        check(newAddress('other')),
        check(address, { country_code: 'FR' }),
        check(address, { checks: ['kyc'] }),
        check(address, { checks: ['kyc', 'aml'] }),
      ]);
      expect(new Set(results.map(({ body }) => body['ref'])).size).toBe(results.length);
    });

    it('simultaneous identical checks share one screening', async () => {
      const address = newAddress('at once');
      const results = await Promise.all(Array.from({ length: 20 }, () => check(address)));
      expect(new Set(results.map(({ body }) => body['ref'])).size).toBe(1);
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
    });

    it('a blocked result is cached as well', async () => {
      const first = await check(MAGIC.evm('d002'));
      expect((await check(MAGIC.evm('d002'))).body).toEqual(first.body);
    });
  });

  describe('only a cache miss counts against the rate limit', () => {
    /** A key of its own plan: 50 checks a second. */
    const scale = () => service.api.as('compliance', 'scale');
    const checkAt = (address: string) => scale().post('/compliance/check', { address, country_code: 'DE' });

    it('any number of cached answers is admitted', async () => {
      const address = newAddress('popular');
      await checkAt(address);
      const answers = await Promise.all(Array.from({ length: 120 }, () => checkAt(address)));

      expect(answers.map(({ status }) => status)).toEqual(Array(120).fill(200));
      for (const { headers } of answers) {
        expect(headers.get('ratelimit-policy')).toBe('"compliance";q=50;w=1');
        expect(headers.get('ratelimit')).toMatch(/^"compliance";r=(49|50);t=[01]$/);
      }
    });

    it('a miss takes a token, and a malformed request takes none', async () => {
      const { body } = await api().post('/api_keys', { plan: 'scale' });
      const fresh = service.api.withKey(String(body['key']));
      const left = async (request: Promise<ApiResponse>) => (await request).headers.get('ratelimit');

      expect(await left(fresh.post('/compliance/check', { address: 'nobody' }))).toBe('"compliance";r=50;t=0');
      expect(await left(fresh.post('/compliance/check', { address: EVM_RECIPIENT }))).toBe('"compliance";r=50;t=0');
      const miss = { address: newAddress('miss'), checks: ['kyc'] };
      expect(await left(fresh.post('/compliance/check', miss))).toBe('"compliance";r=49;t=1');
    });
  });
});

describe('A cached result expires', () => {
  // Starts a service of its own, whose cache is short, so it does not run against BASE_URL.
  const service = useService({ SCREENING_CACHE_MS: '4000' });

  it('the address is screened again after that', async () => {
    const api = service.api.as('compliance');
    const order = { address: EVM_RECIPIENT, country_code: 'DE' };
    const first = await api.post('/compliance/check', order);
    expect((await api.post('/compliance/check', order)).body['ref']).toBe(first.body['ref']);

    const expiresAt = Date.parse(String(first.body['expires_at']));
    const second = await eventually(async () => {
      const later = await api.post('/compliance/check', order);
      return later.status === 200 && later.body['ref'] !== first.body['ref'] && later;
    });
    expect(Date.parse(String(second.body['created_at']))).toBeGreaterThanOrEqual(expiresAt);
    expect(second.body).toEqual(complianceResult('cleared'));
    expect((await api.get(`/compliance/checks/${String(first.body['ref'])}`)).body).toEqual(first.body);
  });

  it('the replay of an idempotency key still answers the original result', async () => {
    const api = service.api.as('compliance');
    const order = { address: SOLANA_RECIPIENT, country_code: 'DE' };
    const [screened, cached] = [randomUUID(), randomUUID()];
    const first = await api.post('/compliance/check', { ...order, idempotency_key: screened });
    expect((await api.post('/compliance/check', { ...order, idempotency_key: cached })).body).toEqual(first.body);

    const newer = await eventually(async () => {
      const { status, body } = await api.post('/compliance/check', order);
      return status === 200 && body['ref'] !== first.body['ref'] && body;
    });
    expect(newer).toEqual(complianceResult('cleared'));
    for (const idempotency_key of [screened, cached]) {
      expectReplay(await api.post('/compliance/check', { ...order, idempotency_key }), first.body);
    }
  });
});
