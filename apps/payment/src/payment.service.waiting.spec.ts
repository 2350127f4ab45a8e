import { Chains, SimulatedChain, oneForAll } from '@stablecoin/chains';
import type { EarlierUse, EarlierUseRequest } from '@stablecoin/chains';
import { newId, CHAIN_NAMES } from '@stablecoin/contracts';
import type { Payment, PaymentOrder } from '@stablecoin/contracts';
import { ManualClock, eventually } from '@stablecoin/event-sourcing/testing';
import { FakeServices, fundsReserved } from './testing/fake-services';
import { order, T0 } from './testing/payments';
import { TestService } from './testing/service';

const LIVE = { account: 'acme', livemode: true };
const TREASURY = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const RECIPIENT = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const ON_SOLANA = { to: RECIPIENT, candidates: ['solana'], chain: 'solana' } as const;

/** A chain that answers for earlier uses as the test wants. */
class AskedChain extends SimulatedChain {
  asked = 0;
  answer: () => Promise<EarlierUse | null> = () => Promise.resolve(null);

  override earlierUse(_request: EarlierUseRequest): Promise<EarlierUse | null> {
    this.asked++;
    return this.answer();
  }
}

let service: TestService;
let chain: AskedChain;
let list: 'listed' | 'not_listed' | 'unknown';

beforeEach(async () => {
  chain = new AskedChain({ settlementMs: 0, validityMs: 600_000 });
  list = 'not_listed';
  const treasuries = new Map(CHAIN_NAMES.map((name) => [name, TREASURY]));
  const sandbox = new SimulatedChain({ settlementMs: 0, validityMs: 1 });
  const chains = new Chains(sandbox, { router: oneForAll(chain), treasuries });
  service = await TestService.start({}, new ManualClock(T0), new FakeServices(), chains);
  service.runtime.queries.register('compliance.is_listed', () => Promise.resolve({ answer: list }));
});
afterEach(() => service.stop());

async function initiate(changes: Partial<PaymentOrder> = {}): Promise<string> {
  const paymentId = newId('pay', service.clock.now());
  const data = order({ paymentId, idempotencyKey: `key-${paymentId}`, ...ON_SOLANA, ...changes });
  await service.publish('payment.InitiatePayment', data, paymentId, LIVE);
  return paymentId;
}

async function read(id: string): Promise<Payment> {
  const payment = await service.runtime.queries.ask('payment.get', { ...LIVE, id });
  if (payment === null) throw new Error(`there is no payment ${id}`);
  return payment;
}

async function reaches(id: string, expected: Partial<Payment>): Promise<Payment> {
  return eventually(async () => {
    const payment = await read(id);
    expect(payment).toMatchObject(expected);
    return payment;
  });
}

/** Lets time pass until a payment has ended. */
async function ended(id: string): Promise<Payment> {
  return eventually(async () => {
    service.clock.advance(1_000);
    const payment = await read(id);
    expect(payment.status).not.toBe('pending');
    return payment;
  });
}

function deadLetters() {
  return service.runtime.deadLetters.list();
}

const RECENT: EarlierUse = { state: 'recent', chain: 'solana', since: T0, isGuarded: false };
const made = (to: string = RECIPIENT): EarlierUse => ({
  ...{ state: 'final', chain: 'solana', hash: 'hash-of-the-first', block: 7, at: T0 - 60_000 },
  transfer: { from: TREASURY, to, currency: 'USDC', amount: '10000000' },
});

describe('protocol rule 31: an earlier use that is not known yet', () => {
  it('waits, as long as it takes and without a dead letter, and settles with the first transfer', async () => {
    chain.answer = () => Promise.resolve(RECENT);
    const id = await initiate();
    await reaches(id, { status: 'pending', stage: 'waiting' });
    for (let looks = 0; looks < 20; looks++) {
      const before = chain.asked;
      await eventually(() => {
        service.clock.advance(1_000);
        expect(chain.asked).toBeGreaterThan(before);
      });
    }
    expect(await deadLetters()).toEqual([]);
    expect(service.fakes.about(id, 'payment.waiting').length).toBeLessThanOrEqual(1);

    chain.answer = () => Promise.resolve(made());
    expect(await ended(id)).toMatchObject({ status: 'settled', txHash: 'hash-of-the-first' });
    expect(service.fakes.typesAbout(id).filter((type) => type.includes('Reservation'))).toEqual([
      'treasury.PostReservation',
    ]);
  });

  it('is never taken for unused on Solana where the chain does not answer', async () => {
    chain.answer = () => Promise.reject(new Error('too few endpoints'));
    const id = await initiate();
    await reaches(id, { status: 'pending', stage: 'waiting' });
    expect(await service.types('submission-solana.sandbox')).toEqual([]);

    chain.answer = () => Promise.resolve(null);
    expect(await ended(id)).toMatchObject({ status: 'settled' });
    expect(await deadLetters()).toEqual([]);
  });

  it('can be canceled meanwhile, and gives the funds back', async () => {
    chain.answer = () => Promise.resolve(RECENT);
    const id = await initiate();
    await reaches(id, { stage: 'waiting' });
    await service.publish('payment.CancelPayment', { paymentId: id }, id, LIVE);
    expect(await ended(id)).toMatchObject({ status: 'failed', error_code: 'canceled' });
    await eventually(() => expect(service.fakes.about(id, 'treasury.VoidReservation')).toHaveLength(1));
  });

  it('says in the timeline what it waits for', async () => {
    chain.answer = () => Promise.resolve(RECENT);
    const id = await initiate();
    await reaches(id, { stage: 'waiting' });
    const timeline = await service.runtime.queries.ask('payment.timeline', { ...LIVE, id });
    expect(timeline?.at(-1)).toMatchObject({ type: 'waiting', reason: 'earlier_use' });
  });
});

describe('a sanctions list that is not known at the last look', () => {
  it('lets the payment wait, and pays once the list does not name the recipient', async () => {
    list = 'unknown';
    const id = await initiate();
    await reaches(id, { status: 'pending', stage: 'waiting' });
    expect(await service.types('submission-solana.sandbox')).toEqual([]);

    list = 'not_listed';
    expect(await ended(id)).toMatchObject({ status: 'settled' });
    expect(await deadLetters()).toEqual([]);
  });

  it('blocks the payment once the list names the recipient', async () => {
    list = 'unknown';
    const id = await initiate();
    await reaches(id, { stage: 'waiting' });
    list = 'listed';
    expect(await ended(id)).toMatchObject({ status: 'failed', error_code: 'compliance_blocked' });
  });
});

describe('a message about a payment that does not wait for it', () => {
  it('costs no call of a chain', async () => {
    const id = await initiate();
    expect(await ended(id)).toMatchObject({ status: 'settled' });
    const before = chain.asked;
    const [reserve] = service.fakes.about(id, 'treasury.ReserveFunds');
    const quote = jest.spyOn(chain, 'quote');
    await service.runtime.bus.publish([
      fundsReserved(reserve as Parameters<typeof fundsReserved>[0]),
      {
        ...(reserve as Parameters<typeof fundsReserved>[0]),
        ...{ id: 'msg_again', type: 'compliance.payment_screened', key: id },
        data: { paymentId: id, ref: 'cpl_1', status: 'cleared', reason: null },
      },
    ]);
    expect(await deadLetters()).toEqual([]);
    expect([chain.asked, quote.mock.calls.length]).toEqual([before, 0]);
  });
});
