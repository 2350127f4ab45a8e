import { ChainsByName, Chains, SimulatedChain } from '@stablecoin/chains';
import {
  LocalEvm,
  describeWithAnvil,
  fundedWallet,
  newRecipient,
  openOn,
  paidOut,
  transportOf,
} from '@stablecoin/chains/testing';
import { newId } from '@stablecoin/contracts';
import type { Payment, PaymentOrder, ChainName } from '@stablecoin/contracts';
import { aMoment, ManualClock } from '@stablecoin/event-sourcing/testing';
import { generateKey } from '@stablecoin/security';
import { FakeServices, fundsReserved } from './testing/fake-services';
import { order } from './testing/payments';
import { TestService } from './testing/service';

const EPOCH = 2;
const GWEI = 10n ** 9n;
const ROUNDS_MAX = 200;
const AMOUNT = 2_000_000n;

type Wallet = Awaited<ReturnType<typeof fundedWallet>>;
const TENANT = { account: 'acme', livemode: true };

type Order = Partial<PaymentOrder> & Pick<PaymentOrder, 'idempotencyKey' | 'to'>;

let keys = 0;

/** A payment to a recipient of its own, under a key of its own. */
function newOrder(changes: Partial<PaymentOrder> = {}): Order {
  keys += 1;
  const given = { idempotencyKey: `order-${keys}`, to: newRecipient(), amount: `${AMOUNT}` as const };
  return { ...given, compliance: 'skip', ...changes };
}

describeWithAnvil('protocol rule 31: a payment whose record was lost is not made again', () => {
  const secrets = generateKey();
  let base: LocalEvm;
  let ethereum: LocalEvm;
  let clock: ManualClock;
  let service: TestService;
  let since: { readonly base: number; readonly ethereum: number };
  /** Wallets on chain, by id. */
  const wallets = new Map<string, Wallet>();

  beforeAll(async () => {
    [base, ethereum] = await Promise.all([
      LocalEvm.start('base', { epoch: EPOCH }),
      LocalEvm.start('ethereum', { epoch: EPOCH }),
    ]);
    clock = new ManualClock(base.now());
    const [onBase, onEthereum] = await Promise.all([base, ethereum].map((each) => each.anvil.rpc('eth_blockNumber')));
    since = { base: Number(onBase), ethereum: Number(onEthereum) };
  });
  beforeEach(async () => {
    await Promise.all([base, ethereum].map((local) => local.setBaseFee(GWEI)));
    service = await startAnew();
  });
  afterEach(() => service.stop());
  afterAll(async () => {
    await base.stop();
    await ethereum.stop();
  });

  /** A service with the same keys that knows of no payment. */
  async function startAnew(key = secrets): Promise<TestService> {
    const fakes = new FakeServices();
    fakes.reserve = (message) => {
      const wallet = 'walletId' in message.data ? wallets.get(message.data.walletId) : undefined;
      return [fundsReserved(message, wallet === undefined ? undefined : { wallet, approval: null })];
    };
    const opened = await Promise.all(
      [base, ethereum].map(async (local) => {
        const chain = await openOn(local, [transportOf(local)], { now: () => clock.now() });
        return [local.network.chain, chain] as const;
      }),
    );
    const router = new ChainsByName(new Map<ChainName, (typeof opened)[0][1]>(opened));
    const treasuries = new Map(opened.map(([name, { treasury }]) => [name, treasury]));
    const sandbox = new SimulatedChain({ settlementMs: 0, validityMs: 1 });
    return TestService.start({ SECRETS_KEY: key }, clock, fakes, new Chains(sandbox, { router, treasuries }));
  }

  /** Everything is lost but the keys, and the chains go on. */
  async function loseEverything(key = secrets): Promise<void> {
    await service.stop();
    service = await startAnew(key);
  }

  async function round(): Promise<void> {
    await Promise.all([base.pass(1_000), ethereum.pass(1_000)]);
    clock.advance(Math.max(0, base.now() - clock.now(), ethereum.now() - clock.now()));
    await aMoment();
  }

  async function initiate(changes: Order): Promise<string> {
    const paymentId = newId('pay', clock.now());
    await service.publish('payment.InitiatePayment', order({ paymentId, ...changes }), paymentId, TENANT);
    return paymentId;
  }

  async function read(id: string): Promise<Payment> {
    const payment = await service.runtime.queries.ask('payment.get', { ...TENANT, id });
    if (payment === null) throw new Error(`there is no payment ${id}`);
    return payment;
  }

  /** Makes blocks until the payments have ended, and answers with them. */
  async function ended(ids: readonly string[]) {
    for (let rounds = 0; ; rounds++) {
      const payments = await Promise.all(ids.map(read));
      if (payments.every(({ status }) => status !== 'pending')) return payments;
      if (rounds > ROUNDS_MAX) throw new Error(JSON.stringify(payments.map(({ stage, status }) => [status, stage])));
      await round();
    }
  }

  async function pay(orders: readonly Order[]) {
    return ended(await Promise.all(orders.map(initiate)));
  }

  async function untilFinal(): Promise<void> {
    for (let blocks = 0; blocks < 3 * EPOCH + 2; blocks++) await round();
  }

  /** What a recipient was paid on both chains, by whomever. */
  async function received(to: string, payer?: string): Promise<readonly bigint[]> {
    const paid = await Promise.all([
      paidOut(base, since.base, payer ?? base.treasury.address),
      paidOut(ethereum, since.ethereum, payer ?? ethereum.treasury.address),
    ]);
    return paid.flatMap((each) => each.received(to));
  }

  it('ten payments of the treasury settle once more with the hash of the first transfer, and each recipient was paid once', async () => {
    const orders = Array.from({ length: 10 }, () => newOrder());
    const first = await pay(orders);
    await untilFinal();
    await loseEverything();

    const second = await pay(orders);
    expect(second.map(({ status, txHash, chain }) => ({ status, txHash, chain }))).toEqual(
      first.map(({ txHash, chain }) => ({ status: 'settled', txHash, chain })),
    );
    expect(second.map(({ id }) => id)).not.toEqual(first.map(({ id }) => id));
    for (const { to } of orders) expect(await received(to)).toEqual([AMOUNT]);
  });

  it('finds the first transfer on another chain than the router chooses now, and has it booked there', async () => {
    const lost = newOrder();
    const [first] = await pay([lost]);
    expect(first?.chain).toBe('base');
    await untilFinal();
    await loseEverything();
    await base.setBaseFee(300n * GWEI);
    await round();

    const [second] = await pay([lost]);
    expect(second).toMatchObject({ status: 'settled', chain: 'base', txHash: first?.txHash });
    const [post] = service.fakes.about(String(second?.id), 'treasury.PostReservation');
    expect(post?.data).toMatchObject({ found: { chain: 'base', amount: `${AMOUNT}` } });
    expect(await received(lost.to)).toEqual([AMOUNT]);
  });

  it('finds a transfer that is in a block and not final yet', async () => {
    const lost = newOrder();
    const [first] = await pay([lost]);
    await loseEverything();

    const [second] = await pay([lost]);
    expect(second).toMatchObject({ status: 'settled', txHash: first?.txHash });
    await untilFinal();
    expect(await received(lost.to)).toEqual([AMOUNT]);
  });

  it('finds payments of a wallet, also where its limit allows no second one', async () => {
    const wallet = await fundedWallet(base, { spendLimit: `${AMOUNT}` });
    wallets.set(wallet.walletId, wallet);
    const lost = newOrder({ from: wallet.walletId, chain: 'base', candidates: ['base'] });
    const [first] = await pay([lost]);
    expect(first?.status).toBe('settled');
    await untilFinal();
    await loseEverything();

    const [second] = await pay([lost]);
    expect(second).toMatchObject({ status: 'settled', txHash: first?.txHash });
    expect(await received(lost.to, wallet.address)).toEqual([AMOUNT]);
  });

  it.each<[string, () => Partial<PaymentOrder>]>([
    ['amount', () => ({ amount: '3000000' })],
    ['recipient', () => ({ to: newRecipient() })],
    ['currency', () => ({ currency: 'EURC' })],
  ])(
    'fails with idempotency_conflict when the chain shows another %s under the key',
    async (_, changes) => {
      const lost = newOrder();
      const [first] = await pay([lost]);
      await untilFinal();
      await loseEverything();

      const changed = { ...lost, ...changes() };
      const [second] = await pay([changed]);
      expect(second).toMatchObject({ status: 'failed', error_code: 'idempotency_conflict' });
      expect(second?.error_message).toContain(String(first?.txHash));
      const paid = await Promise.all([lost.to, changed.to].map((to) => received(to)));
      expect(paid.flat().filter((amount) => amount !== AMOUNT)).toEqual([]);
      expect(await received(lost.to)).toEqual([AMOUNT]);
    },
    60_000,
  );

  it('pays again under another key of ids, which is why the start refuses one', async () => {
    const lost = newOrder();
    await pay([lost]);
    await untilFinal();
    await loseEverything(generateKey());
    await pay([lost]);
    expect(await received(lost.to)).toEqual([AMOUNT, AMOUNT]);
  });
});
