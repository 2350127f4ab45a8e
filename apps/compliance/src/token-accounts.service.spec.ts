import { CHECK_NAMES } from '@stablecoin/contracts';
import type { CheckName } from '@stablecoin/contracts';
import { ManualClock, eventually, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { ofacProvider } from './adapters/ofac-provider';
import type { ScreeningProvider } from './application/screening-provider';
import { ListMatches } from './application/list-matches';
import { namesIn } from './application/other-names';
import { ScreeningHandler } from './application/handlers';
import type { ScreeningSources } from './application/screening-sources';
import { screeningDecider } from './domain/decide-screening';
import type { OtherNames } from './domain/screening';
import { Screenings } from './read-model/screenings';
import type { ComplianceTables } from './read-model/tables';
import { ComplianceService } from './testing/service';

const OWNER = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const OTHER = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ';
const ACCOUNT = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const LIVE = { account: 'acme', livemode: true };

let service: ComplianceService;
let listed: Set<string>;
/** Null: the endpoints do not agree. */
let names: OtherNames | null;
let payments = 0;

const entry = (address: string) => ({ address, uid: '7', name: 'EXAMPLE', programs: [], asset: null });
const list = {
  names: (address: string) => listed.has(address),
  lookup: (address: string) => ({
    ...{ entry: listed.has(address) ? entry(address) : null, source: 'list', version: String(listed.size), asOf: 1 },
  }),
};
const passes = (check: CheckName): ScreeningProvider => ({
  name: 'all',
  check,
  screen: () => Promise.resolve({ outcome: 'pass', evidence: 'Nothing.' }),
});
const namesOf = (address: string): Promise<OtherNames> => {
  if (names === null) return Promise.reject(new Error('no majority'));
  return Promise.resolve(address === ACCOUNT ? names : { owner: null, accounts: [ACCOUNT] });
};
const sources: ScreeningSources = {
  providers: [ofacProvider(list), passes('kyc'), passes('aml'), passes('travel_rule')],
  travelRuleThreshold: null,
  unavailable: () => null,
  listed: (address) => (listed.has(address) ? 'listed' : 'not_listed'),
  namesOf,
  facts: async (_tenant, { value }) => {
    const found = await namesOf(value).catch(() => null);
    const isListed = found === null || namesIn(value, found).some((each) => listed.has(each));
    return { isListed, attestations: [], owner: found?.owner ?? null };
  },
};

beforeEach(async () => {
  listed = new Set();
  names = { owner: OWNER, accounts: [ACCOUNT] };
  service = await ComplianceService.start({}, new ManualClock(), () => sources);
});
afterEach(() => service.stop());

async function pay(address: string) {
  const paymentId = `pay_${++payments}`;
  const amount = { value: '2.00', currency: 'USDC' } as const;
  const data = { paymentId, address, countryCode: null, complianceRef: null, amount };
  await service.send('compliance.ScreenPayment', data, LIVE);
  return paymentId;
}
const answered = (paymentId: string) =>
  eventually(() => service.told('compliance.payment_screened', paymentId)[0] ?? false);
const payAndAsk = async (address: string) => answered(await pay(address));
const isListed = (address: string) => service.ask('compliance.is_listed', { livemode: true, address });

describe('a token account whose owner is listed', () => {
  it('is not paid', async () => {
    listed.add(OWNER);
    expect(await payAndAsk(ACCOUNT)).toMatchObject({
      status: 'blocked',
      reason: `The sanctions list names the address under EXAMPLE. This is about ${OWNER}, the owner of the token account.`,
    });
  });

  it('is not cleared by a standalone check', async () => {
    listed.add(OWNER);
    const query = { ...LIVE, address: ACCOUNT, checks: CHECK_NAMES, countryCode: 'DE' };
    await service.send('compliance.CheckAddress', { address: ACCOUNT, checks: CHECK_NAMES, countryCode: 'DE' }, LIVE);
    const result = await eventually(async () => {
      const found = await service.ask('compliance.find', query);
      return found !== null && found.status !== 'pending' && found;
    });
    expect(result.status).toBe('blocked');
  });

  it('is listed at the last look before a payment is authorized', async () => {
    expect(await isListed(ACCOUNT)).toEqual({ answer: 'not_listed' });
    listed.add(OWNER);
    expect(await isListed(ACCOUNT)).toEqual({ answer: 'listed' });
    names = null;
    expect(await isListed(ACCOUNT)).toEqual({ answer: 'unknown' });
  });

  it('is not paid by the result of an earlier owner, or of an earlier list', async () => {
    const first = await payAndAsk(ACCOUNT);
    expect(first.status).toBe('cleared');
    expect((await payAndAsk(ACCOUNT)).ref).toBe(first.ref);
    names = { owner: OTHER, accounts: [ACCOUNT] };
    const second = await payAndAsk(ACCOUNT);
    expect(second.ref).not.toBe(first.ref);
    listed.add(OTHER);
    expect(await payAndAsk(ACCOUNT)).toMatchObject({ status: 'blocked' });
  });

  it('is found by a new list after it was paid', async () => {
    const { ref } = await payAndAsk(ACCOUNT);
    listed.add(OWNER);
    await report();
    expect(await eventually(() => service.told('compliance.match_found', ref)[0] ?? false)).toMatchObject({
      address: ACCOUNT,
      matched: `7 EXAMPLE ${OWNER}`,
    });
  });
});

describe('an account that was handed over while its payment waited for an approval', () => {
  it('is unknown at the last look, until a payment to its new owner is cleared', async () => {
    await service.stop();
    service = await ComplianceService.start({ LIVE_ACCOUNT: 'acme' }, new ManualClock(), () => sources);
    names = { owner: null, accounts: [OTHER] };
    await payAndAsk(ACCOUNT);
    expect(await isListed(ACCOUNT)).toEqual({ answer: 'not_listed' });
    names = { owner: OWNER, accounts: [ACCOUNT] };
    expect(await isListed(ACCOUNT)).toEqual({ answer: 'unknown' });
    await payAndAsk(ACCOUNT);
    expect(await isListed(ACCOUNT)).toEqual({ answer: 'not_listed' });
    names = { owner: OTHER, accounts: [ACCOUNT] };
    expect(await isListed(ACCOUNT)).toEqual({ answer: 'unknown' });
  });
});

describe('an owner whose token account is listed', () => {
  it('is not paid into it', async () => {
    listed.add(ACCOUNT);
    expect(await payAndAsk(OWNER)).toMatchObject({ status: 'blocked' });
    expect(await isListed(OWNER)).toEqual({ answer: 'listed' });
  });
});

describe('while the endpoints do not agree who owns an account', () => {
  it('there is no result, nobody is paid, and no earlier result counts', async () => {
    const { ref } = await payAndAsk(ACCOUNT);
    names = null;
    const query = { ...LIVE, address: ACCOUNT, checks: CHECK_NAMES, countryCode: null };
    expect(await service.ask('compliance.find', query)).toMatchObject({ ref });
    service.clock.advance(1);
    expect(await service.ask('compliance.find', query)).toBeNull();
    const waiting = await pay(ACCOUNT);
    await eventually(async () => (await service.ask('compliance.find', query))?.status === 'pending');
    expect(service.told('compliance.payment_screened', waiting)).toEqual([]);
    names = { owner: OWNER, accounts: [ACCOUNT] };
    const answer = await eventually(() => {
      service.clock.advance(100);
      return service.told('compliance.payment_screened', waiting)[0] ?? false;
    });
    expect(answer).toMatchObject({ status: 'cleared' });
  });
});

/** What the list does when it has a new version. */
async function report(): Promise<void> {
  const screenings = new Screenings(service.runtime.database<ComplianceTables>('compliance'));
  const { clock, runtime } = service;
  const decider = screeningDecider({ cacheMs: 1, reviewTtlMs: 1, deadlineMs: 1 });
  const handler = new ScreeningHandler({ store: runtime.store, decider, clock, log: silentLog, meter: silentMeter });
  await new ListMatches({ screenings, handler, clock }).report(list);
}
