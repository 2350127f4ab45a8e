import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECK_NAMES, evmAddressFromBytes } from '@stablecoin/contracts';
import type { CheckName, ScreeningOutcome } from '@stablecoin/contracts';
import { rebuildReadModel } from '@stablecoin/event-sourcing';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { complianceProjection } from './read-model/compliance-projection';
import type { ComplianceTables } from './read-model/tables';
import { ComplianceService } from './testing/service';

const DAY = 86_400_000;
const tenant = { account: 'acme', livemode: false };
const ADDRESS = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const magic = (last: string): string => evmAddressFromBytes(Buffer.from(last.padStart(40, '0'), 'hex'));

let service: ComplianceService;
let payments = 0;

beforeEach(async () => {
  service = await ComplianceService.start();
});
afterEach(() => service.stop());

/** Asks for a payment's screening and returns the payment's id. */
async function pay(
  address: string,
  over: { readonly countryCode?: string; readonly complianceRef?: string } = {},
  of: { readonly account?: string; readonly livemode?: boolean } = {},
): Promise<string> {
  const paymentId = `pay_${++payments}`;
  const data = { address, countryCode: null, complianceRef: null, ...over };
  await service.send('compliance.ScreenPayment', { paymentId, ...data }, of);
  return paymentId;
}

/** The answers that a payment has had, once it has so many. */
function answers(paymentId: string, count = 1): Promise<readonly ScreeningOutcome[]> {
  return eventually(() => {
    const told = service.told('compliance.payment_screened', paymentId);
    return told.length === count && told;
  });
}

/** Moves the time on, step by step, until there is something to find. */
function whileTimePasses<T extends object>(
  stepMs: number,
  find: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  return eventually(async () => {
    service.clock.advance(stepMs);
    const found = await find();
    if (found === undefined) throw new Error('there is nothing to find yet');
    return found;
  });
}

async function check(address: string, checks: readonly CheckName[], countryCode: string | null = null) {
  await service.send('compliance.CheckAddress', { address, checks, countryCode });
  return eventually(async () => {
    const found = await service.ask('compliance.find', { ...tenant, address, checks, countryCode });
    return found !== null && found.status !== 'pending' && found;
  });
}

describe('Screening inside a payment', () => {
  it('runs all four checks', async () => {
    const [answer] = await answers(await pay(ADDRESS));
    expect(answer).toMatchObject({ status: 'cleared', reason: null });
    const result = await eventually(async () => (await get(answer!.ref)) ?? false);
    expect(result.checks.map(({ name, outcome }) => [name, outcome])).toEqual(
      CHECK_NAMES.map((name) => [name, 'pass']),
    );
    expect(result).toMatchObject({ address: ADDRESS, status: 'cleared', ref: answer!.ref });
    expect(Date.parse(result.expires_at) - Date.parse(result.created_at)).toBe(DAY);
  });

  it('two at once give one ref', async () => {
    const [one, two] = await Promise.all([pay(ADDRESS), pay(ADDRESS)]);
    const [[first], [second]] = await Promise.all([answers(one), answers(two)]);
    expect(second!.ref).toBe(first!.ref);
  });

  it('a cached result counts, until it has expired', async () => {
    const [first] = await answers(await pay(ADDRESS));
    service.clock.advance(DAY - 1);
    const [second] = await answers(await pay(ADDRESS));
    expect(second!.ref).toBe(first!.ref);
    service.clock.advance(1);
    const [third] = await answers(await pay(ADDRESS));
    expect(third!.ref).not.toBe(first!.ref);
  });

  it('a blocked result answers from the cache too', async () => {
    const [first] = await answers(await pay(magic('d002')));
    const [second] = await answers(await pay(magic('d002')));
    expect(second).toEqual({ ...first, paymentId: expect.any(String) as string });
    expect(second).toMatchObject({ status: 'blocked', reason: 'The address is flagged for money laundering.' });
  });

  it('nothing is shared between accounts', async () => {
    const [mine] = await answers(await pay(ADDRESS));
    const [theirs] = await answers(await pay(ADDRESS, {}, { account: 'other' }));
    expect(theirs!.ref).not.toBe(mine!.ref);
    expect(await service.ask('compliance.get', { account: 'other', livemode: false, id: mine!.ref })).toBeNull();
    expect(await service.ask('compliance.get', { account: 'acme', livemode: true, id: mine!.ref })).toBeNull();
  });

  describe('a compliance_ref', () => {
    it('counts when it covers all four, and the payment names no other country', async () => {
      const { ref } = await check(ADDRESS, CHECK_NAMES, 'DE');
      for (const countryCode of [undefined, 'DE']) {
        const [answer] = await answers(
          await pay(ADDRESS, { complianceRef: ref, ...(countryCode === undefined ? {} : { countryCode }) }),
        );
        expect(answer).toMatchObject({ ref, status: 'cleared' });
      }
    });

    it.each([
      ['is narrower', () => check(ADDRESS, ['kyc', 'aml', 'travel_rule']), {}],
      ['is of another country', () => check(ADDRESS, CHECK_NAMES, 'DE'), { countryCode: 'FR' }],
      ['is of another address', () => check('0x52908400098527886E0F7030069857D2E4169EE7', CHECK_NAMES, 'DE'), {}],
      ['is unknown', () => Promise.resolve({ ref: 'cpl_unknown' }), {}],
    ] as const)('that %s is screened anew', async (_why, make, over) => {
      const { ref } = await make();
      const [answer] = await answers(await pay(ADDRESS, { complianceRef: ref, ...over }));
      expect(answer!.status).toBe('cleared');
      expect(answer!.ref).not.toBe(ref);
    });

    it('that has expired is screened anew', async () => {
      const { ref } = await check(ADDRESS, CHECK_NAMES, 'DE');
      service.clock.advance(DAY);
      const [answer] = await answers(await pay(ADDRESS, { complianceRef: ref }));
      expect(answer!.ref).not.toBe(ref);
    });

    it('a ref of another account is ignored, and the address is screened again', async () => {
      const { ref } = await check(ADDRESS, CHECK_NAMES, 'DE');
      const [answer] = await answers(await pay(ADDRESS, { complianceRef: ref }, { account: 'other' }));
      expect(answer!.ref).not.toBe(ref);
    });

    it('that is blocked is 403', async () => {
      const { ref } = await check(magic('d001'), CHECK_NAMES, 'DE');
      const [answer] = await answers(await pay(magic('d001'), { complianceRef: ref }));
      expect(answer).toMatchObject({ ref, status: 'blocked' });
    });

    it('that is in review is waited for', async () => {
      const { ref } = await check(magic('d005'), CHECK_NAMES, 'DE');
      const payment = await pay(magic('d005'), { complianceRef: ref });
      expect(await answers(payment)).toMatchObject([{ ref, status: 'review' }]);
      await service.send('compliance.DecideReview', { ref, decision: 'clear', note: null });
      expect((await answers(payment, 2))[1]).toMatchObject({ ref, status: 'cleared' });
    });
  });
});

describe('protocol rule 10: the end of a review is told to every payment, also by reuse', () => {
  let waiting: readonly string[];
  let ref: string;

  beforeEach(async () => {
    const first = await pay(magic('d005'));
    ref = (await answers(first))[0]!.ref;
    const second = await pay(magic('d005'));
    expect(await answers(second)).toMatchObject([{ ref, status: 'review' }]);
    waiting = [first, second];
  });

  it.each([
    ['clear', 'cleared'],
    ['block', 'blocked'],
  ] as const)('decided with %s', async (decision, status) => {
    const commandId = await service.send('compliance.DecideReview', { ref, decision, note: 'seen' });
    for (const payment of waiting) expect((await answers(payment, 2))[1]).toMatchObject({ ref, status });
    // Read your own writes: what says applied has passed the read model.
    const outcome = await service.ask('compliance.outcome', { ...tenant, id: ref, commandId });
    expect(outcome).toEqual({ applied: true, refusal: null });
    expect(await get(ref)).toMatchObject({ ref, status });
  });

  it('a second decision is 409 invalid_state', async () => {
    await service.send('compliance.DecideReview', { ref, decision: 'clear', note: null });
    const commandId = await service.send('compliance.DecideReview', { ref, decision: 'block', note: null });
    const outcome = await service.ask('compliance.outcome', { ...tenant, id: ref, commandId });
    expect(outcome).toMatchObject({ applied: true, refusal: { code: 'invalid_state' } });
  });

  it('blocked after 24 h without a decision', async () => {
    service.clock.advance(DAY - 1);
    expect(await get(ref)).toMatchObject({ status: 'review' });
    for (const payment of waiting) {
      const told = await whileTimePasses(DAY, () => service.told('compliance.payment_screened', payment)[1]);
      expect(told).toMatchObject({ ref, status: 'blocked' });
    }
  });
});

describe('sandbox, By recipient', () => {
  it.each(['d001', 'd002', 'd003', 'd004'])('%s is blocked', async (last) => {
    expect(await answers(await pay(magic(last)))).toMatchObject([{ status: 'blocked' }]);
  });

  it.each([
    ['d001', 'sanctions'],
    ['d002', 'aml'],
    ['d003', 'kyc'],
    ['d004', 'travel_rule'],
  ] as const)('a standalone check of %s fails only its own check, %s', async (last, own) => {
    expect(await check(magic(last), CHECK_NAMES, 'DE')).toMatchObject({ status: 'blocked' });
    for (const name of CHECK_NAMES) {
      const { status, checks } = await check(magic(last), [name], 'DE');
      expect(checks.map((made) => made.name)).toEqual([name]);
      expect(status).toBe(name === own ? 'blocked' : 'cleared');
    }
  });

  it('D006: the provider fails twice, then clears', async () => {
    const payment = await pay(magic('d006'));
    const answer = await whileTimePasses(10, () => service.told('compliance.payment_screened', payment)[0]);
    expect(answer).toMatchObject({ status: 'cleared' });
    const failed = await eventsOf('ScreeningAttemptFailed');
    expect(failed.map(({ data }) => (data as { attempt: number }).attempt)).toEqual([1, 2]);
  });

  it('D007: the provider stays down: no answer, and in the end nobody is waited for', async () => {
    const payment = await pay(magic('d007'));
    await whileTimePasses(1_000, async () => (await eventsOf('ScreeningAbandoned'))[0]);
    expect(service.told('compliance.payment_screened', payment)).toEqual([]);
    const query = { ...tenant, address: magic('d007'), checks: CHECK_NAMES, countryCode: null };
    await eventually(async () => (await service.ask('compliance.find', query)) === null);
  });

  it.each(['KP', 'IR', 'SY', 'CU'])('country %s is a sanctions match for any address', async (countryCode) => {
    expect(await answers(await pay(ADDRESS, { countryCode }))).toMatchObject([{ status: 'blocked' }]);
  });

  it.each([
    ['user:blocked', 'blocked'],
    ['agent:blocked', 'blocked'],
    ['user:alice', 'cleared'],
  ])('the owner %s is %s', async (owner, status) => {
    await service.send('compliance.ScreenOwner', { walletId: 'wal_1', owner });
    const [answer] = await eventually(() => {
      const told = service.told('compliance.owner_screened', 'wal_1');
      return told.length > 0 && told;
    });
    expect(answer).toMatchObject({ walletId: 'wal_1', status });
  });
});

describe('POST /compliance/check', () => {
  it('is told to whoever waits for it, by ref', async () => {
    const result = await check(ADDRESS, ['kyc', 'aml']);
    const { decision_note: _, ...told } = result;
    expect(await eventually(() => service.told('compliance.completed', result.ref)[0] ?? false)).toEqual(told);
  });

  it('the cache knows exactly this request', async () => {
    await check(ADDRESS, ['kyc', 'aml'], 'DE');
    const find = (checks: readonly CheckName[], countryCode: string | null, account = 'acme') =>
      service.ask('compliance.find', { account, livemode: false, address: ADDRESS, checks, countryCode });
    expect(await find(['aml', 'kyc', 'aml'], 'DE')).toMatchObject({ status: 'cleared' });
    expect(await find(['kyc'], 'DE')).toBeNull();
    expect(await find(['kyc', 'aml'], 'FR')).toBeNull();
    expect(await find(['kyc', 'aml'], null)).toBeNull();
    expect(await find(['kyc', 'aml'], 'DE', 'other')).toBeNull();
  });

  it('a screening whose checks are running is pending, and has no result yet', async () => {
    await service.send('compliance.CheckAddress', { address: magic('d007'), checks: CHECK_NAMES, countryCode: 'DE' });
    const query = { ...tenant, address: magic('d007'), checks: CHECK_NAMES, countryCode: 'DE' };
    await eventually(async () => (await service.ask('compliance.find', query)) !== null);
    expect(await service.ask('compliance.find', query)).toEqual({ status: 'pending' });
    const [requested] = await eventsOf('ScreeningRequested');
    expect(await get((requested!.data as { ref: string }).ref)).toBeNull();
  });
});

describe('Live keys: screening fails closed without a provider', () => {
  it('a check is 500 internal_error at once, which no repetition changes', async () => {
    const query = { account: 'acme', livemode: true, address: ADDRESS, checks: CHECK_NAMES, countryCode: 'DE' };
    const refusal = { code: 'internal_error', retryable: false };
    await expect(service.ask('compliance.find', query)).rejects.toMatchObject(refusal);
    expect(await service.ask('compliance.unavailable', { livemode: true })).toBe(
      'Screening is not configured for live mode.',
    );
    expect(await service.ask('compliance.unavailable', { livemode: false })).toBeNull();
  });

  it('whether an address is listed is unknown, which is not "not listed"', async () => {
    expect(await service.ask('compliance.is_listed', { livemode: true, address: ADDRESS })).toEqual({
      answer: 'unknown',
    });
    expect(await service.ask('compliance.is_listed', { livemode: false, address: ADDRESS })).toEqual({
      answer: 'not_listed',
    });
  });

  it('a payment is never cleared', async () => {
    const payment = await pay(ADDRESS, {}, { livemode: true });
    await whileTimePasses(1_000, async () => (await eventsOf('ScreeningAbandoned'))[0]);
    expect(service.told('compliance.payment_screened', payment)).toEqual([]);
    expect(await eventsOf('ScreeningCompleted')).toEqual([]);
  });
});

describe('a list whose next version names an address that was paid', () => {
  it('is found, once for each result, and the next payment is screened anew', async () => {
    const [first, second] = [await pay(magic('d008')), await pay(magic('d008'))];
    const [cleared] = await answers(first);
    expect(cleared).toMatchObject({ status: 'cleared' });
    const ref = cleared!.ref;
    const [match] = await whileTimePasses(100, () => found(ref));
    expect(match).toEqual({
      ref,
      address: magic('d008'),
      source: 'sandbox',
      version: '2',
      matched: '1 SANDBOX NAME',
      found_at: expect.any(String),
    });

    await answers(second);
    const later = (await answers(await pay(magic('d008'))))[0]!.ref;
    expect(later).not.toBe(ref);
    await whileTimePasses(100, () => found(later));
    expect(found(ref)).toHaveLength(1);
  });

  it('is not compared with checks that let no payment go on', async () => {
    const { ref } = await check(magic('d008'), CHECK_NAMES);
    const paid = (await answers(await pay(magic('d008'))))[0]!.ref;
    await whileTimePasses(1_000, () => found(paid));
    expect(await eventsOf('MatchFound')).toHaveLength(1);
    expect(ref).not.toBe(paid);
  });

  const found = (ref: string) => {
    const told = service.told('compliance.match_found', ref);
    return told.length > 0 ? told : undefined;
  };
});

describe('a restart', () => {
  it('forgets nothing: attempts, waiters and reviews go on where they were', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'compliance-'));
    const onDisk = { EVENT_STORE_URL: 'sqlite:', DATA_DIR: folder };
    await service.stop();
    service = await ComplianceService.start(onDisk);
    const doubtful = await pay(magic('d005'));
    await answers(doubtful);
    const flapping = await pay(magic('d006'));
    await eventually(async () => (await eventsOf('ScreeningAttemptFailed')).length === 1);
    await service.stop();

    service = await ComplianceService.start(onDisk, service.clock);
    const answer = await whileTimePasses(10, () => service.told('compliance.payment_screened', flapping)[0]);
    expect(answer).toMatchObject({ status: 'cleared' });
    expect(await eventsOf('ScreeningAttemptFailed')).toHaveLength(2);
    await whileTimePasses(DAY, () =>
      service.told('compliance.payment_screened', doubtful).find(({ status }) => status === 'blocked'),
    );
    await service.stop();
    rmSync(folder, { recursive: true });
    service = await ComplianceService.start();
  });
});

describe('the read model', () => {
  it('rebuilt equals live', async () => {
    await answers(await pay(ADDRESS));
    await answers(await pay(magic('d002')));
    const { ref } = (await answers(await pay(magic('d005'))))[0]!;
    const commandId = await service.send('compliance.DecideReview', { ref, decision: 'clear', note: null });
    await service.ask('compliance.outcome', { ...tenant, id: ref, commandId });
    await answers(await pay('0x52908400098527886E0F7030069857D2E4169EE7', { countryCode: 'KP' }));
    await pay(magic('d007'));
    await eventually(async () => (await eventsOf('ScreeningAttemptFailed')).length === 1);

    const db = service.runtime.database<ComplianceTables>('compliance');
    const rows = () => db.selectFrom('screenings').selectAll().orderBy('ref').execute();
    const live = await eventually(async () => {
      const found = await rows();
      return found.length === 5 && found;
    });
    const { store } = service.runtime;
    await rebuildReadModel({ store, db, projection: complianceProjection });
    expect(await rows()).toEqual(live);
  });
});

function get(ref: string) {
  return service.ask('compliance.get', { ...tenant, id: ref });
}

/** Every event of a type that is in the store. */
async function eventsOf(type: string) {
  const { store } = service.runtime;
  const head = await store.head();
  const found = [];
  const { signal } = new AbortController();
  for await (const { events, position } of store.subscribe({ after: 'start', signal })) {
    found.push(...events.filter((event) => event.type === type));
    if (position >= head) break;
  }
  return found;
}
