import { CHECK_NAMES, parseAmount } from '@stablecoin/contracts';
import type { CheckName, ScreeningOutcome, Currency } from '@stablecoin/contracts';
import { ManualClock, eventually } from '@stablecoin/event-sourcing/testing';
import type { ScreeningProvider, ScreeningSubject } from './application/screening-provider';
import { noNames } from './application/other-names';
import type { ScreeningSources } from './application/screening-sources';
import { ComplianceService } from './testing/service';

const ADDRESS = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const LARGE = parseAmount('10000.00') ?? 0n;
const USDC: Currency = 'USDC';

let service: ComplianceService;
let asked: ScreeningSubject[];
let inForce: readonly string[];
let blocks: boolean;
let payments = 0;

/** Asks for a review of large payments, and passes the rest. */
const byAmount: ScreeningProvider = {
  name: 'http',
  check: 'aml',
  decidesByAmount: true,
  screen: (subject) => {
    asked.push(subject);
    if (blocks) return Promise.resolve({ outcome: 'fail', evidence: 'It is denied.' });
    const { payment } = subject;
    const isLarge = payment !== null && (parseAmount(payment.amount) ?? 0n) >= LARGE;
    return Promise.resolve({
      outcome: isLarge ? 'review' : 'pass',
      evidence: isLarge ? 'It is large.' : 'It is small.',
    });
  },
};
const passes = (check: CheckName): ScreeningProvider => ({
  name: 'all',
  check,
  screen: () => Promise.resolve({ outcome: 'pass', evidence: 'Nothing.' }),
});
/** Passes while `att_1` is in force. */
const attested: ScreeningProvider = {
  name: 'attested',
  check: 'travel_rule',
  screen: () => {
    const [matched = null] = inForce;
    const details = { source: 'attestations', version: null, matched, at: 1 };
    return Promise.resolve({ outcome: matched === null ? 'review' : 'pass', evidence: 'Attested or not.', details });
  },
};

async function start(providers: readonly ScreeningProvider[]): Promise<void> {
  const sources: ScreeningSources = {
    providers,
    travelRuleThreshold: parseAmount('1000.00') ?? null,
    unavailable: () => null,
    listed: () => 'not_listed' as const,
    namesOf: noNames,
    facts: () => Promise.resolve({ isListed: false, attestations: inForce }),
  };
  service = await ComplianceService.start({}, new ManualClock(), () => sources);
}

beforeEach(() => {
  asked = [];
  inForce = [];
  blocks = false;
});
afterEach(() => service.stop());

async function pay(value: string, complianceRef: string | null, currency = USDC): Promise<ScreeningOutcome> {
  const paymentId = `pay_${++payments}`;
  const amount = { value, currency };
  await service.send('compliance.ScreenPayment', {
    paymentId,
    address: ADDRESS,
    countryCode: null,
    complianceRef,
    amount,
  });
  return eventually(() => service.told('compliance.payment_screened', paymentId)[0] ?? false);
}

async function check(): Promise<ScreeningOutcome> {
  const query = { account: 'acme', livemode: false, address: ADDRESS, checks: CHECK_NAMES, countryCode: null };
  await service.send('compliance.CheckAddress', { address: ADDRESS, checks: CHECK_NAMES, countryCode: null });
  return eventually(async () => {
    const found = await service.ask('compliance.find', query);
    return found !== null && found.status !== 'pending' && { ...found, reason: null };
  });
}

describe('a compliance_ref where a source decides by amount', () => {
  beforeEach(() => start([passes('kyc'), passes('sanctions'), passes('travel_rule'), byAmount]));

  it('does not answer for an amount when it is of a check without one', async () => {
    const { ref, status } = await check();
    expect(status).toBe('cleared');
    const payment = await pay('500000.00', ref);
    expect(payment).toMatchObject({ status: 'review' });
    expect(payment.ref).not.toBe(ref);
  });

  it('answers for the same amount and a lower one', async () => {
    const { ref } = await pay('900.00', null);
    asked = [];
    expect(await pay('900.00', ref)).toMatchObject({ ref, status: 'cleared' });
    expect(await pay('20.00', ref)).toMatchObject({ ref, status: 'cleared' });
    expect(asked).toEqual([]);
  });

  it.each([
    ['a higher amount', '900.01', 'USDC'],
    ['another currency', '900.00', 'EURC'],
  ] as const)('does not answer for %s', async (_what, value, currency) => {
    const { ref } = await pay('900.00', null);
    const other = await pay(value, ref, currency);
    expect(other.ref).not.toBe(ref);
    expect(asked.at(-1)?.payment).toMatchObject({ amount: value, currency });
  });

  it('blocks every amount when it is of a check without one that was blocked', async () => {
    blocks = true;
    const { ref } = await check();
    blocks = false;
    expect(await pay('20.00', ref)).toMatchObject({ ref, status: 'blocked' });
  });

  it('is waited for in review by a lower amount, and not by a higher one', async () => {
    const { ref } = await pay('10000.00', null);
    expect(await pay('9000.00', ref)).toMatchObject({ ref, status: 'review' });
    expect((await pay('10001.00', ref)).ref).not.toBe(ref);
  });
});

describe('a compliance_ref whose evidence is no longer valid', () => {
  beforeEach(() => start([passes('kyc'), passes('sanctions'), passes('aml'), attested]));

  it('is not made again by a payment that asks less', async () => {
    inForce = ['att_1'];
    const { ref } = await check();
    inForce = [];
    service.clock.advance(1);
    // It is below the threshold of the travel rule, so its own screening clears it, and clears nobody else.
    const small = await pay('10.00', ref);
    expect(small.status).toBe('cleared');
    expect(small.ref).not.toBe(ref);
    expect(await check()).toMatchObject({ status: 'review' });
    expect(await pay('5000.00', null)).toMatchObject({ status: 'review' });
  });
});
