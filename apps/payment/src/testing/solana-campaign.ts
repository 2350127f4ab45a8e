import { Chains } from '@stablecoin/chains';
import type { Chain } from '@stablecoin/chains';
import type { SolanaFront } from '@stablecoin/chains/testing';
import { LocalSolana, TREASURY_MONEY, limited, newOwner } from '@stablecoin/chains/testing';
import { newId, toUnits } from '@stablecoin/contracts';
import type { Message, Payment } from '@stablecoin/contracts';
import { MemoryEventStore } from '@stablecoin/stores';
import type { EventStore } from '@stablecoin/event-sourcing';
import { FaultyEventStore, ManualClock, Random } from '@stablecoin/event-sourcing/testing';
import type { Bookkeeper } from './bookkeeper';
import { liarsOf } from './campaign-run';
import { Liars } from './liars';
import { OUTAGE_MS } from './networks';
import type { NetworkConditions } from './networks';
import type { SubmissionEvent } from '../domain/submission';
import { KillPlan, KillableProcess } from './killable-process';
import { FakeServices } from './fake-services';
import { order } from './payments';
import { TestService } from './service';
import { SentWatch } from './sent-watch';
import { SettlementWatch } from './settlement-watch';
import { booksOn } from './solana-books';
import { SolanaNetworkRun } from './solana-network';

export const AMOUNT = 2_000_000n;
/** What is left of a killed process is not waited for. */
const ENV = { SHUTDOWN_MS: '100' };
/** Back-off passes in real time, and the clock of a run far faster: where every payment has to settle, no time is short. */
const LONG_MS = 3_600_000;
const GAS = 10n ** 12n;
const ENDPOINTS = 3;
const SLOTS_BEFORE = 400;
const PAST_MS = 120_000;
/** Real time: what an endpoint that does not answer costs. */
const DEADLINE_MS = 250;
/** Time for one transaction after the first, and for many. */
const VALIDITIES_MS = [120_000, 120_000, 400_000] as const;
const METHODS = ['sendTransaction', 'getSignatureStatuses', 'getLatestBlockhash', 'getMultipleAccounts'] as const;
/** More than may be offered for a compute unit. */
const SPIKE = 500_000n;
/** Blocks that are not final. */
const ROLLED_BACK_MAX = 30;
/** An outage is lived through in so many parts. */
const OUTAGE_PARTS = 12;

/** Of these each process comes by every one, though not by all in each run. */
const STEPS = [
  'PaymentInitiated',
  'PaymentScreened',
  'PaymentRouted',
  'PaymentAuthorized',
  'PaymentBroadcast',
  'PaymentIncluded',
  'PaymentSettled',
  'PaymentReincluded',
  'PaymentReauthorized',
  'PaymentFailed',
  'SubmissionAssembled',
  'SubmissionReplaced',
  'AuthorizationClosed',
  'SubmissionFinal',
  'SubmissionFeesPaid',
].map((type) => `append ${type}`);
export const KILL_POINTS = [...STEPS, 'precheck', 'assemble', 'broadcast', 'observe', 'replacement']
  .concat('fees', 'publish', 'handle at payment')
  .flatMap((step) => [`before ${step}`, `after ${step}`]);

/** One of the two payment services, as long as it lives. */
interface Instance {
  readonly process: KillableProcess;
  readonly service: TestService;
}

/**
 * Two whole payment services with one event store and one local Solana, and no lease between them: both do all that is to
 * be done for the same payments. Each is killed now and then, and comes back with nothing but what the store has.
 */
export class SolanaCampaign {
  readonly local: LocalSolana;
  /** Undefined where slots take as long as expected, and endpoints take any question. */
  readonly network: SolanaNetworkRun | undefined;
  readonly liars: Liars;
  /** Nothing goes wrong but lies and kills, so that every payment has to settle. */
  readonly hasOnlyLies: boolean;
  readonly fakes = new FakeServices();
  /** What went wrong, and how often. */
  readonly injected = new Map<string, number>();
  readonly kills = new KillPlan();
  /** Who is paid, by payment. */
  readonly recipients = new Map<string, string>();
  readonly settlements = new SettlementWatch();
  readonly sent = new SentWatch();
  #bookkeeper: Bookkeeper | undefined;
  #round = 0;
  readonly #orders: Message[] = [];
  readonly #store = new FaultyEventStore(new MemoryEventStore());
  readonly #clock: ManualClock;
  readonly #honest: readonly SolanaFront['transport'][];
  readonly #random: Random;
  readonly #validityMs: number;
  #isDark = false;
  readonly #instances: Instance[] = [];
  /** Services of dead processes, which come to rest by and by. */
  readonly #remains: Promise<void>[] = [];

  /** @param network - what the network is like: as expected, unless given */
  constructor(seed: number, network?: NetworkConditions) {
    const count = (what: string): void => this.#count(what);
    this.network = network === undefined ? undefined : new SolanaNetworkRun(network, count);
    this.local = newLocal(network?.blockMs);
    this.#clock = new ManualClock(this.local.ledger.now());
    this.#random = new Random(seed);
    const validityMs = this.#random.pick(VALIDITIES_MS);
    const limits = (network?.ranges ?? []).map((signatures) => ({ signatures }));
    this.#honest = this.local.fronts.map(({ transport }, index) =>
      network === undefined ? transport : limited(transport, () => limits[index] ?? {}),
    );
    this.liars = new Liars('solana', this.#honest, liarsOf(seed), seed);
    this.hasOnlyLies = this.liars.count > 0 && this.#random.chance(0.5);
    this.#validityMs = this.hasOnlyLies ? LONG_MS : validityMs;
    this.local.ledger.setLamports(this.local.feePayer.address, GAS);
  }

  get random(): Random {
    return this.#random;
  }

  async start(): Promise<void> {
    for (let index = 0; index < 2; index++) this.#instances.push(await this.#open());
    this.#bookkeeper = booksOn(this.local, await this.#openChain());
  }

  /** What is followed of the treasury's money. */
  get books(): Bookkeeper {
    if (this.#bookkeeper === undefined) throw new Error('start() comes first');
    return this.#bookkeeper;
  }

  /** Replaces those that are dead. */
  async #revive(): Promise<void> {
    for (const [index, { process, service }] of this.#instances.entries()) {
      if (process.isAlive) continue;
      this.#remains.push(service.stop());
      this.calm();
      this.#instances[index] = await this.#open();
      this.#setDropping(this.#isDark);
      // As the gateway's relay does it, which does not know what arrived.
      for (const message of this.#orders) this.#tell(this.#instances[index], message);
    }
  }

  /** Has a payment asked for, of both. */
  pay(to = newOwner()): string {
    const paymentId = newId('pay', this.#clock.now());
    this.recipients.set(paymentId, to);
    const id = newId('msg', this.#clock.now());
    const message: Message = {
      id,
      type: 'payment.InitiatePayment',
      key: paymentId,
      account: 'acme',
      livemode: false,
      data: order({ paymentId, to, amount: `${AMOUNT}`, chain: 'solana', candidates: ['solana'] }),
      time: this.#clock.now(),
      correlationId: id,
      causationId: id,
    };
    this.#orders.push(message);
    for (const instance of this.#instances) this.#tell(instance, message);
    return paymentId;
  }

  /** Whatever may go wrong between two blocks. */
  async misfortune(): Promise<void> {
    if (this.hasOnlyLies) return;
    const random = this.#random;
    for (const front of this.local.fronts) this.#misfortuneOf(front);
    await this.#fork();
    const { ledger } = this.local;
    ledger.isCongested = this.#happens('no block takes anything', 0.15);
    ledger.priceFloor = this.#happens('fee spike', 0.1) ? SPIKE : random.chance(0.3) ? 50_000n : 0n;
    if (this.#happens('transactions dropped', 0.1)) ledger.dropPending();
    if (this.#happens('fork abandoned', 0.06)) ledger.rollBack(1 + random.below(ROLLED_BACK_MAX));
    if (this.#happens('recipient frozen', 0.1)) this.freezeOne();
    if (this.#happens('fee payer dry', 0.06)) this.#setGas(random.pick([0n, 8_000n, 500_000n, 5_000_000n]));
    else if (random.chance(0.3)) this.#setGas(GAS);
    if (this.#happens('answer of the store lost', 0.2)) this.#store.appendFaults.push('answer lost');
    if (this.#happens('the store out of reach', 0.1)) this.#store.appendFaults.push('fails');
  }

  /** Nothing goes wrong any more, but for what went wrong for good. */
  calm(): void {
    const { fronts, ledger } = this.local;
    for (const front of fronts) {
      Object.assign(front, { isDead: false, isDropping: false, behind: 0, hidesItsLag: false, isSlow: false });
      front.fork.clear();
      front.loseNothing();
      front.release();
    }
    ledger.isCongested = false;
    ledger.priceFloor = 0n;
    this.#setGas(GAS);
  }

  /** Somebody pays the treasury. */
  async deposit(): Promise<void> {
    await this.local.deposit('USDC', toUnits(BigInt(1 + this.#random.below(1_000_000))));
  }

  /** Everybody works, then time goes by; who was killed comes back. */
  async pass(ms: number): Promise<void> {
    this.liars.round(++this.#round);
    await this.#passOnly(ms);
    await this.#check();
    await this.#revive();
  }

  /** What lasts ten minutes, where it is its round. */
  async outage(round: number): Promise<void> {
    const outage = this.network?.outageOf(round);
    if (outage === undefined) return;
    this.calm();
    const { ledger, fronts } = this.local;
    if (outage === 'no process runs') for (const { process } of this.#instances) process.kill();
    if (outage === 'no endpoint answers') for (const front of fronts) front.isDead = true;
    for (let part = 0; part < OUTAGE_PARTS; part++) {
      this.liars.round(++this.#round);
      const ms = OUTAGE_MS / OUTAGE_PARTS;
      await this.#turn(() => (outage === 'no block is made' ? ledger.rest(ms) : ledger.pass(ms)));
      await this.#check();
    }
    this.calm();
    // Who starts on a chain that stands still is refused.
    ledger.advance(1);
  }

  /** All that is sent is lost, until no authorization is valid any more. */
  async blackout(): Promise<void> {
    this.#count('nothing sent arrives until it is over');
    this.#isDark = true;
    this.#setDropping(true);
    for (let passed = 0; passed < this.#validityMs + 30_000; passed += 5_000) await this.pass(5_000);
    this.#isDark = false;
    this.calm();
  }

  /** What stands in blocks and is not final is not there any more. */
  rollBack(): void {
    this.#count('fork abandoned');
    this.local.ledger.rollBack(ROLLED_BACK_MAX);
  }

  /** Keeps somebody who was not paid yet from being paid: in the middle of it, if so. */
  freezeOne(): void {
    const unpaid = [...this.recipients.values()].find((each) => this.local.held(each) === 0n);
    if (unpaid !== undefined) this.#freeze(unpaid);
  }

  /** Has somebody paid whom the issuer has frozen before. */
  async payFrozen(): Promise<void> {
    const to = newOwner();
    this.#freeze(to);
    // Until it is final, and nobody remembers what was before.
    await this.pass(12_000);
    this.pay(to);
  }

  /** Whether payments and submissions have all ended, and the publishers have told of it. */
  async hasEnded(): Promise<boolean> {
    const events = await this.senderEvents();
    const types = events.map(({ type }) => type);
    const count = (type: string): number => types.filter((each) => each === type).length;
    if (count('SubmissionFinal') < count('SubmissionAssembled')) return false;
    // What a majority has made final may stand in no block, and then nobody knows what it has cost.
    if (!this.liars.areMajority && count('SubmissionFeesPaid') < count('SubmissionFinal')) return false;
    if (!this.fakes.knowsFeesOf(events)) return false;
    for (const id of this.recipients.keys()) {
      const { status } = (await this.payment(id)) ?? { status: 'pending' };
      if (status === 'pending' || this.told(id).length === 0) return false;
      const last = (await this.paymentTypes(id)).at(-1);
      if (last === 'PaymentReauthorized') return false;
    }
    return true;
  }

  /** What has not ended, by the last events of payments, and submissions of which some are not final. */
  async unfinished(): Promise<string> {
    const ids = [...this.recipients.keys()];
    const last = await Promise.all(ids.map(async (id) => `${id} ${(await this.paymentTypes(id)).at(-1) ?? 'nothing'}`));
    const events = await this.senderEvents();
    const ended = new Set(
      events.flatMap(({ type, data }) =>
        type === 'SubmissionFinal' ? [data.hash] : 'replaces' in data ? [data.replaces] : [],
      ),
    );
    const open = events.flatMap((each) =>
      'bytes' in each.data && !ended.has(each.data.hash) ? [`${each.type} ${each.data.bytes.slice(0, 300)}`] : [],
    );
    const unpriced = events.filter(({ type }) => type === 'SubmissionFinal').length;
    const priced = events.filter(({ type }) => type === 'SubmissionFeesPaid').length;
    const under = last.filter((each) => !/PaymentSettled|PaymentFailed|VoidAnswered/.test(each));
    return [...under, ...open, `fees are known of ${priced} of ${unpriced} submissions`].join('; ');
  }

  /** By the first process that is not killed before it answers; null when none answers. */
  async payment(id: string): Promise<Payment | null> {
    for (const { process, service } of this.#instances) {
      if (!process.isAlive) continue;
      const killed = process.death.then(() => null);
      const found = await Promise.race([service.get(id).catch(() => null), killed]);
      if (found !== null) return found;
    }
    return null;
  }

  async paymentTypes(id: string): Promise<readonly string[]> {
    return (await this.#store.read(`payment-${id}`)).map(({ type }) => type);
  }

  async senderEvents(): Promise<readonly SubmissionEvent[]> {
    const stream = `submission-solana.${this.local.feePayer.address}`;
    return (await this.#store.read(stream)) as unknown as readonly SubmissionEvent[];
  }

  /** Ids of what the world was told of a payment's end. */
  told(id: string): readonly string[] {
    const ends = this.fakes.about(id, 'payment.settled', 'payment.failed');
    return [...new Set(ends.map((each) => `${each.type} ${each.id}`))];
  }

  /** What the recipient of a payment has. */
  held(id: string): bigint {
    return this.local.held(this.recipients.get(id) ?? '');
  }

  /** What has left the treasury. */
  paidOut(): bigint {
    const cameIn = [...this.local.deposits(0).values()].reduce((sum, amount) => sum + BigInt(amount), 0n);
    return TREASURY_MONEY + cameIn - this.local.held(this.local.treasury.address);
  }

  /** What transactions have taken from the fee payer, by the chain. */
  feesTaken(): bigint {
    const mentions = this.local.ledger.mentioning(this.local.feePayer.address);
    return mentions.reduce((sum, each) => sum + (each.lamportsBefore[0] ?? 0n) - (each.lamportsAfter[0] ?? 0n), 0n);
  }

  /** The same, by the treasury's books: whoever tells it of a submission again changes nothing. */
  feesBooked(): bigint {
    return this.fakes.networkFees();
  }

  async stop(): Promise<void> {
    this.calm();
    this.liars.stop();
    const stopping = Promise.all([
      this.#bookkeeper?.rest(),
      ...this.#remains,
      ...this.#instances.map(({ service }) => service.stop()),
    ]);
    const over = stopping.then(() => true);
    while (!(await Promise.race([over, this.#passOnly(1_000)]))) continue;
  }

  async #open(): Promise<Instance> {
    this.calm();
    const process = new KillableProcess(this.kills);
    const chain = await this.#openChain();
    const store: EventStore = this.#store;
    const service = await TestService.start(
      this.hasOnlyLies ? { ...ENV, SCREENING_DEADLINE_MS: String(LONG_MS) } : ENV,
      this.#clock,
      this.fakes,
      new Chains(process.chain(chain)),
      (own) => process.runtime(own, store),
    );
    return { process, service };
  }

  /** On endpoints that tell the truth until it is open. */
  async #openChain(): Promise<Chain> {
    let isOpen = false;
    const transports = this.liars.endpoints.map(
      ({ transport }, index): typeof transport =>
        (body, signal) =>
          (isOpen ? transport : (this.#honest[index] ?? transport))(body, signal),
    );
    const chain = await this.local.open({ validityMs: this.#validityMs, deadlineMs: DEADLINE_MS, transports });
    await this.sent.look(chain, 'solana', this.#store);
    isOpen = true;
    return chain;
  }

  /** Looks at the treasury, and whether anything is said to have settled that no block has held. */
  async #check(): Promise<void> {
    this.#bookkeeper?.look();
    await this.settlements.check(this.recipients.keys(), (id) => this.paymentTypes(id));
  }

  /** Whoever is killed over it is told again afterwards. It is taken when time goes on. */
  #tell(instance: Instance | undefined, message: Message): void {
    instance?.service.runtime.bus.publish([message]).catch(() => undefined);
  }

  #misfortuneOf(front: SolanaFront): void {
    const random = this.#random;
    front.isDead = this.#happens('endpoint dead', 0.1);
    front.isDropping = this.#happens('endpoint takes and sends nothing', 0.3);
    front.behind = this.#happens('endpoint behind', 0.15) ? 40 : 0;
    front.hidesItsLag = front.behind > 0 && this.#happens('endpoint lies about how far it is', 0.5);
    front.isSlow = this.#happens('endpoint slow', 0.15) ? random.pick(['there', 'back'] as const) : false;
    for (const method of METHODS) {
      if (this.#happens('answer lost before it had its effect', 0.08)) front.lose(method, 'before');
      if (this.#happens('answer lost after it had its effect', 0.08)) front.lose(method, 'after');
    }
  }

  /** One endpoint has seen a block with a transaction that no other one has; it counts as one that lies. */
  async #fork(): Promise<void> {
    const random = this.#random;
    for (const { fork } of this.local.fronts) fork.clear();
    const front = this.local.fronts[random.below(ENDPOINTS)];
    if (front === undefined || this.liars.count > 0 || !random.chance(0.3)) return;
    const hash = (await this.senderEvents()).flatMap((each) => ('hash' in each.data ? [each.data.hash] : [])).at(-1);
    if (hash === undefined || this.local.ledger.find(hash) !== undefined) return;
    this.#count('endpoint lies about a transaction');
    front.fork.set(hash, random.pick(['processed', 'confirmed'] as const));
  }

  #passOnly(ms: number): Promise<void> {
    return this.#turn(() => this.local.ledger.pass(ms));
  }

  /** Everybody works, then time goes by. */
  async #turn(goBy: () => void): Promise<void> {
    for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve));
    const { ledger, fronts } = this.local;
    goBy();
    for (const id of this.recipients.keys()) if (this.held(id) > 0n) this.settlements.landed(id);
    for (const front of fronts) front.release();
    this.#clock.advance(ledger.now() - this.#clock.now());
  }

  #freeze(owner: string): void {
    const { ledger } = this.local;
    const mint = ledger.mints.USDC;
    ledger.setTokens(this.local.accountOf(owner, mint), { mint, owner, amount: 0n, isFrozen: true });
  }

  #setDropping(isDropping: boolean): void {
    for (const front of this.local.fronts) front.isDropping = isDropping;
  }

  #setGas(lamports: bigint): void {
    this.local.ledger.setLamports(this.local.feePayer.address, lamports);
  }

  #happens(what: string, probability: number): boolean {
    const does = this.#random.chance(probability);
    if (does) this.#count(what);
    return does;
  }

  #count(what: string): void {
    this.injected.set(what, (this.injected.get(what) ?? 0) + 1);
  }
}

/**
 * Old enough that an endpoint that is behind knows how the treasury began, and that its history reaches back further than
 * clocks may differ.
 */
function newLocal(slotMs?: number): LocalSolana {
  const local = new LocalSolana(ENDPOINTS, { finality: 'tower', ...(slotMs === undefined ? {} : { slotMs }) });
  local.ledger.advance(slotMs === undefined ? SLOTS_BEFORE : Math.max(SLOTS_BEFORE, PAST_MS / slotMs));
  return local;
}
