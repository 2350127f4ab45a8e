import { Chains, SimulatedChain, oneForAll } from '@stablecoin/chains';
import type { EarlierUse, EarlierUseRequest, Payouts, PayoutsRequest, WalletContract } from '@stablecoin/chains';
import type { PaymentOrder } from '@stablecoin/contracts';
import { MemoryEventStore } from '@stablecoin/stores';
import type { NewEvent } from '@stablecoin/event-sourcing';
import { ManualClock, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { CHAIN_NAMES } from '@stablecoin/contracts';
import { ONCHAIN, authorized, initiated, quote, routed, screened, T0 } from '../testing/payments';
import type { PaymentEvent } from '../domain/payment-events';
import { factsOf } from '../domain/evolve-facts';
import { failed, settled } from '../domain/payment-facts';
import type { SubmissionEvent } from '../domain/submission';
import { InheritedPayments, OutcomeUnknownError } from './inherited-payments';

const TREASURY = '0xtreasury';
const GENERATION = 'generation-1';

type Steps = readonly PaymentEvent[];

/** A live chain on which some payments were made in the lost interval. */
class RememberingChain extends SimulatedChain {
  readonly made = new Map<string, EarlierUse>();
  readonly asked: string[] = [];
  isSilent = false;
  paid: Payouts['payouts'] = [];
  since = 0;

  override readonly history = {
    payouts: ({ since }: PayoutsRequest) => {
      this.since = since;
      return Promise.resolve({ at: T0, payouts: this.paid });
    },
    lastSent: () => Promise.resolve([]),
  };

  override earlierUse({ onchainId, chain }: EarlierUseRequest): Promise<EarlierUse | null> {
    this.asked.push(`${JSON.stringify(onchainId)} ${chain}`);
    if (this.isSilent) return Promise.reject(new Error('an endpoint is silent'));
    const use = this.made.get(JSON.stringify(onchainId));
    return Promise.resolve(use?.chain === chain ? use : null);
  }
}

let store: MemoryEventStore;
let chain: RememberingChain;
let made = 0;
const limited: WalletContract = { ...ONCHAIN, spendLimit: '1000' };
const wallets = new Map<string, WalletContract>([
  ['wal_limited', limited],
  ['wal_free', { ...ONCHAIN, spendLimit: null }],
]);

beforeEach(() => {
  store = new MemoryEventStore();
  chain = new RememberingChain({ settlementMs: 0, validityMs: 1 });
});
afterEach(() => store.close());

function inherited(generation = GENERATION): InheritedPayments {
  const treasuries = new Map(CHAIN_NAMES.map((name) => [name, TREASURY]));
  const sandbox = new SimulatedChain({ settlementMs: 0, validityMs: 1 });
  const ports = { store, clock: new ManualClock(T0 + 600_000), log: silentLog, meter: silentMeter };
  const chains = new Chains(sandbox, { router: oneForAll(chain), treasuries });
  return new InheritedPayments({
    ...ports,
    chains,
    generation,
    walletOf: (id) => Promise.resolve(wallets.get(id) ?? null),
  });
}

async function append(stream: string, events: readonly (PaymentEvent | SubmissionEvent)[], livemode = true) {
  const before = await store.read(stream);
  const added = events.map(({ type, data }): NewEvent => {
    const id = `evt-${++made}`;
    const metadata = { commandId: id, at: T0, correlationId: 'req_1', account: 'acme', livemode };
    return { id, type, data, metadata };
  });
  await store.append(stream, before.at(-1)?.revision ?? 'none', added);
}

/** Ids are of 32 bytes in hex. */
const onchainIdOf = (id: string): string => `0x${Buffer.from(id).toString('hex').padEnd(64, '0')}`;

/** The payment's events as a live payment of this id has them. */
async function payment(id: string, steps: Steps, order: Partial<PaymentOrder> = {}, livemode = true): Promise<void> {
  const { data } = initiated({ paymentId: id, idempotencyKey: `key-${id}`, ...order });
  const first: PaymentEvent = { type: 'PaymentInitiated', data: { ...data, livemode, onchainId: onchainIdOf(id) } };
  const own = JSON.parse(JSON.stringify(steps).replaceAll(initiated().data.order.paymentId, id)) as Steps;
  await append(`payment-${id}`, [first, ...own], livemode);
}

function makes(id: string, at: 'base' | 'ethereum' = 'base', from = TREASURY): void {
  const { to } = initiated().data.order;
  const transfer = { from, to, currency: 'USDC', amount: '10000000' } as const;
  chain.made.set(JSON.stringify(onchainIdOf(id)), {
    state: 'final',
    chain: at,
    hash: `0x${id}`,
    block: 7,
    at: T0 + 1_000,
    transfer,
  });
}

function assembled(hash: string, ...ids: readonly string[]): SubmissionEvent {
  const authorizations = ids.map((id) => ({
    authorization: { ...authorized().data.authorization, id },
    payment: { paymentId: id, account: 'acme', correlationId: 'req_1' },
  }));
  return { type: 'SubmissionAssembled', data: { chain: 'base', sender: 'sandbox', hash, bytes: '', authorizations } };
}

async function last(stream: string) {
  const { type, data } = (await store.read(stream)).at(-1)!;
  return { type, data };
}

const ROUTED: Steps = [screened, routed()];
const AUTHORIZED: Steps = [...ROUTED, authorized()];
const SENDER = 'submission-base.sandbox';

describe('protocol rule 34: the open payments of a restored store', () => {
  it('are looked up once: found, failed or held, and counted', async () => {
    await payment('pay_found', ROUTED);
    await payment('pay_unsigned', ROUTED);
    await payment('pay_screening', []);
    await payment('pay_signed', AUTHORIZED);
    await payment('pay_paid', AUTHORIZED);
    await payment('pay_sandbox', ROUTED, {}, false);
    makes('pay_found', 'ethereum');
    makes('pay_paid');

    expect(await inherited().settle(0)).toEqual({ found: 2, failed: 1, held: 2, inDoubt: 0 });
    expect(await last('payment-pay_found')).toMatchObject({ type: 'PaymentSettled', data: { txHash: '0xpay_found' } });
    expect(await last('payment-pay_paid')).toMatchObject({ type: 'PaymentSettled', data: { txHash: '0xpay_paid' } });
    expect(await last('payment-pay_signed')).toMatchObject({
      type: 'PaymentFailed',
      data: { code: 'transaction_expired' },
    });
    for (const id of ['unsigned', 'screening']) expect((await last(`payment-pay_${id}`)).type).toBe('PaymentHeld');
    expect((await last('payment-pay_sandbox')).type).toBe('PaymentRouted');
  });

  it('that were signed end at their sender too, so that nothing is signed for them again', async () => {
    for (const id of ['pay_a', 'pay_b', 'pay_c', 'pay_d']) await payment(id, AUTHORIZED);
    await append(SENDER, [assembled('0xhash', 'pay_a', 'pay_b')]);
    makes('pay_a');
    makes('pay_c');

    await inherited().settle(0);
    const events = (await store.read(SENDER)).slice(1).map(({ type, data }) => ({ type, data }));
    expect(events).toHaveLength(3);
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'AuthorizationFound', data: expect.objectContaining({ paymentId: 'pay_c' }) }),
        expect.objectContaining({ type: 'AuthorizationClosed', data: expect.objectContaining({ paymentId: 'pay_d' }) }),
        {
          type: 'SubmissionFinal',
          data: expect.objectContaining({
            settled: ['pay_a'],
            failed: [expect.objectContaining({ paymentId: 'pay_b', code: 'transaction_expired' })],
          }),
        },
      ]),
    );
  });

  it('are recorded completely by a repetition, wherever the first attempt ended', async () => {
    for (const id of ['pay_a', 'pay_b', 'pay_c']) await payment(id, AUTHORIZED);
    await payment('pay_d', ROUTED);
    await append(SENDER, [assembled('0xhash', 'pay_a', 'pay_b')]);
    makes('pay_a');
    await inherited().settle(0);
    // The payments are recorded, and their sender is not.
    const [first] = await store.read(SENDER);
    const complete = store;
    store = new MemoryEventStore();
    for (const id of ['pay_a', 'pay_b', 'pay_c', 'pay_d']) {
      const stream = `payment-${id}`;
      await store.append(stream, 'none', await complete.read(stream));
    }
    await store.append(SENDER, 'none', [first!]);
    await complete.close();

    expect(await inherited().settle(0)).toEqual({ found: 0, failed: 0, held: 0, inDoubt: 0 });
    expect(await store.read(SENDER)).toHaveLength(3);
    expect((await last('payment-pay_a')).type).toBe('PaymentSettled');
    expect((await last('payment-pay_b')).type).toBe('PaymentFailed');
    expect((await last('payment-pay_d')).type).toBe('PaymentHeld');
  });

  it('costs no call for payments that had ended', async () => {
    await payment('pay_over', [...AUTHORIZED, failedEvent('pay_over')]);
    await append(SENDER, [assembled('0xhash', 'pay_over')]);
    await append(SENDER, [{ type: 'SubmissionFinal', data: { hash: '0xhash', settled: ['pay_over'], failed: [] } }]);
    expect(await inherited().settle(0)).toEqual({ found: 0, failed: 0, held: 0, inDoubt: 0 });
    expect(chain.asked).toEqual([]);
  });

  it('are left as they are while a chain does not say', async () => {
    await payment('pay_a', AUTHORIZED);
    chain.isSilent = true;
    await expect(inherited().settle(0)).rejects.toThrow(OutcomeUnknownError);
    expect((await last('payment-pay_a')).type).toBe('PaymentAuthorized');
  });

  it('are found on every chain of their kind', async () => {
    await payment('pay_a', ROUTED);
    await inherited().settle(0);
    expect(chain.asked.map((asked) => asked.split(' ')[1])).toEqual(['base', 'ethereum']);
  });
});

describe('protocol rule 33: payments that the owners of wallets may have made', () => {
  const UNTIL = T0 + 86_400_000;
  const FROM = { from: 'wal_limited', candidates: ['base'] } as const;
  const signed = authorized('base', 1, 'wal_limited');
  const approval = [{ owner: '0xa', signature: 'sealed' }];
  const byOwners: PaymentEvent = {
    ...signed,
    data: { ...signed.data, authorization: { ...signed.data.authorization, payer: { wallet: limited, approval } } },
  };
  const bySpender: PaymentEvent = {
    ...signed,
    data: {
      ...signed.data,
      authorization: { ...signed.data.authorization, payer: { wallet: limited, approval: null } },
    },
  };

  it('wait alone for the end of what the owners may have signed, and the others are accepted', async () => {
    await payment('pay_asked', ROUTED, FROM);
    await payment('pay_owners', [...ROUTED, byOwners], FROM);
    await payment('pay_spender', [...ROUTED, bySpender], FROM);
    await payment('pay_free', ROUTED, { ...FROM, from: 'wal_free' });
    await payment('pay_treasury', ROUTED);

    expect(await inherited().settle(UNTIL)).toEqual({ found: 0, failed: 1, held: 2, inDoubt: 2 });
    const held = { type: 'PaymentHeld', data: { generation: GENERATION, notBefore: UNTIL } };
    expect(await last('payment-pay_asked')).toEqual(held);
    expect(await last('payment-pay_owners')).toMatchObject({ type: 'PaymentWaiting', data: { reason: 'in_doubt' } });
    const [heldUntil] = (await store.read('payment-pay_owners')).slice(-2);
    const { validUntil } = signed.data.authorization;
    expect(heldUntil).toMatchObject({ type: 'PaymentHeld', data: { notBefore: validUntil + 300_000 } });
    expect((await last('payment-pay_spender')).type).toBe('PaymentFailed');
    for (const id of ['pay_free', 'pay_treasury']) {
      expect(await last(`payment-${id}`)).toEqual({ type: 'PaymentHeld', data: { generation: GENERATION } });
    }
    // Its sender neither sends it again nor reports of it.
    expect((await store.read(SENDER)).map(({ type }) => type).sort()).toEqual([
      'AuthorizationClosed',
      'AuthorizationFound',
    ]);
    expect(await inherited().settle(UNTIL)).toEqual({ found: 0, failed: 0, held: 0, inDoubt: 0 });
  });

  it('wait also while a transfer is not final, and are settled when it is', async () => {
    await payment('pay_recent', ROUTED, FROM);
    await payment('pay_made', ROUTED, FROM);
    const recent = { state: 'recent', chain: 'base', since: T0, isGuarded: false } as const;
    chain.made.set(JSON.stringify(onchainIdOf('pay_recent')), recent);
    makes('pay_made', 'base', limited.address);
    expect(await inherited().settle(UNTIL)).toEqual({ found: 1, failed: 0, held: 0, inDoubt: 1 });
  });

  it('are not held back from acceptance by a silent chain: nothing is accepted', async () => {
    await payment('pay_a', ROUTED, FROM);
    chain.isSilent = true;
    await expect(inherited().settle(UNTIL)).rejects.toThrow(OutcomeUnknownError);
  });

  it('are listed until the chains have said, whoever has confirmed them, and no person ends them', async () => {
    await payment('pay_a', ROUTED, FROM);
    await inherited().settle(UNTIL);
    expect(await inherited().resume(['pay_a'])).toBe(1);
    expect(await inherited().cancel(['pay_a'])).toBe(0);
    const [listed] = await inherited().unsettled();
    expect(listed).toMatchObject({ order: { paymentId: 'pay_a' }, held: null, doubtUntil: UNTIL });
    await append('payment-pay_a', [{ type: 'PaymentDoubtEnded', data: null }]);
    expect(await inherited().unsettled()).toEqual([]);
  });
});

describe('protocol rule 34: a payment without a key of an earlier version on Solana, which nothing names there', () => {
  const TO = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
  const SIGNED: Steps = [screened, routed(1, [quote('solana')]), authorized('solana')];

  async function older(id: string, steps: Steps): Promise<void> {
    const { data } = initiated({ paymentId: id, to: TO, candidates: ['solana'], idempotencyKey: null });
    const own = JSON.parse(JSON.stringify(steps).replaceAll(initiated().data.order.paymentId, id)) as Steps;
    await append(`payment-${id}`, [{ type: 'PaymentInitiated', data: { ...data, livemode: true } }, ...own]);
  }
  const paidOut = (changes: object = {}) => {
    const payout = { hash: 'h', block: 7, from: TREASURY, to: TO, currency: 'USDC', amount: '10000000', ...changes };
    chain.paid = [payout as Payouts['payouts'][number]];
  };
  const settledAs = (id: string): PaymentEvent => {
    const transfer = { chain: 'solana', currency: 'USDC', amount: '10000000', from: TREASURY, to: TO } as const;
    const facts = settled(factsOf(initiated({ paymentId: id })), { txHash: 'h', explorerUrl: null, settledAt: T0 });
    const reservation = { id: `${id}#1`, walletId: null };
    return { type: 'PaymentSettled', data: { txHash: 'h', block: 7, reservation, transfer, facts } };
  };

  it.each([
    ['another recipient', { to: 'another' }],
    ['another amount', { amount: '1' }],
    ['another currency', { currency: 'EURC' }],
  ])('has failed when it was signed and there is only a transfer of %s', async (_, changes) => {
    await older('pay_a', SIGNED);
    paidOut(changes);
    expect(await inherited().settle(0)).toMatchObject({ failed: 1 });
    expect(chain.since).toBe(authorized().data.authorization.authorizedAt);
  });

  it('is held when it was signed and there is a transfer like it: it may be that of another payment', async () => {
    await older('pay_a', SIGNED);
    paidOut();
    expect(await inherited().settle(0)).toEqual({ found: 0, failed: 0, held: 1, inDoubt: 0 });
    expect(await last('payment-pay_a')).toMatchObject({
      type: 'PaymentWaiting',
      data: { reason: 'held', funds: { reservationId: 'pay_a#1', chain: 'solana' }, facts: { stage: 'held' } },
    });
    // Its sender has ended it, and a person has it signed again, or cancels it.
    expect((await last('submission-solana.sandbox')).type).toBe('AuthorizationClosed');
    expect(await inherited().settle(0)).toMatchObject({ held: 0 });
    expect(await inherited().resume(['pay_a'])).toBe(1);
    expect(await last('payment-pay_a')).toMatchObject({
      type: 'PaymentConfirmed',
      data: { funds: { reservationId: 'pay_a#1' } },
    });
    expect(await inherited().cancel(['pay_a'])).toBe(0);
  });

  it('is not made again when it had settled and there is a transfer like it', async () => {
    await older('pay_a', [...SIGNED, settledAs('pay_a')]);
    paidOut();
    await inherited().settle(0);
    expect((await last('submission-solana.sandbox')).type).toBe('AuthorizationFound');
  });
});

describe('protocol rule 35: held payments', () => {
  it('are listed, and continue or end as a person says', async () => {
    for (const id of ['pay_a', 'pay_b', 'pay_c']) await payment(id, ROUTED);
    await inherited().settle(0);
    const ids = async () => (await inherited().unsettled()).map(({ order }) => order.paymentId);
    expect(await ids()).toEqual(['pay_a', 'pay_b', 'pay_c']);
    expect(await inherited().resume(['pay_a'])).toBe(1);
    expect(await inherited().cancel(['pay_b'])).toBe(1);
    expect(await ids()).toEqual(['pay_c']);
    expect((await last('payment-pay_a')).type).toBe('PaymentConfirmed');
    expect(await last('payment-pay_b')).toMatchObject({ type: 'PaymentFailed', data: { code: 'canceled' } });
  });
});

function failedEvent(id: string): PaymentEvent {
  const reservation = { id: `${id}#1`, walletId: null };
  const failure = { code: 'transaction_expired', message: '' } as const;
  const facts = failed(factsOf(initiated({ paymentId: id })), failure);
  return { type: 'PaymentFailed', data: { ...failure, reservation, facts } };
}
