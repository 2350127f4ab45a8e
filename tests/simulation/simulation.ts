import type { Generation } from '@stablecoin/stores';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import { oneForAll } from '@stablecoin/chains';
import { CHAIN_NAMES, toUnits, treasuryKey } from '@stablecoin/contracts';
import type { ChainName, Message, QueryMap } from '@stablecoin/contracts';
import { MemoryDeadLetters, DirectQueries } from '@stablecoin/messaging';
import { Health, createLogger, silentMeter, silentTracing } from '@stablecoin/host';
import { SecretBox } from '@stablecoin/security';
import type { Logger, Runtime } from '@stablecoin/host';
import type { PaymentEvent } from '../../apps/payment/src/domain/payment-events';
import { Audit } from './audit';
import { ChainOfProcess } from './chain-of-process';
import type { Ledgers } from './chain-of-process';
import { Clients } from './clients';
import { Cluster } from './cluster';
import { configurationOf } from './configuration';
import type { Databases } from './databases';
import { SECRETS_KEY, openEndpoints, openFunds } from './opening';
import { treasuryOn } from './looks';
import { Operator } from './restore';
import type { Process } from './process';
import { providersOf } from './screening-providers';
import { afterEvent } from './rules-off';
import { nextTurn } from './scheduler';
import { SimulatedBus } from './simulated-bus';
import { SimulatedLedger } from './simulated-ledger';
import { OPERATOR, SimulatedModule } from './simulated-module';
import { SimulatedStore } from './simulated-store';
import { WebhookEndpoints } from './webhook-endpoints';
import { WALLET, coins, drawWorkload, drawnOrders, planIn } from './workload';
import type { Workload } from './workload';
import { BLOCK_MS, DAY_MS } from './world';
import type { World } from './world';

/** Blocks after which a run that goes on has got stuck. */
const REST_BLOCKS_MAX = 500;
/** The same where a person reviews every payment. */
const REST_OF_REVIEWED_BLOCKS_MAX = 2_500;
/** How likely a review is decided when somebody decides something: at first slowly where every payment has one. */
const REVIEW_CHANCE = 0.3;
const SLOW_REVIEW_CHANCE = 0.02;
const DECISIONS = [['clear', 'clear', 'block'], ['clear']] as const;
/** The next day begins within so many blocks of the moment at which a payment of the wallet was set aside the day before. */
const AROUND_BLOCKS = 10;
/** That a person asks about payments that are held, at each step. */
const HELD_CHANCE = 0.003;
/** And blocks after which it does at the latest, once nothing goes wrong any more. */
const HELD_BLOCKS = 60;
/** Blocks within which what is done from outside has ended. */
const DRIVE_BLOCKS_MAX = 5_000;
/** What a customer puts into the treasury. */
const DEPOSIT = coins(7);

/** One run: everything that there is in it, from the first request until nothing moves any more. */
export class Simulation {
  readonly audit: Audit;
  readonly store: SimulatedStore;
  readonly bus: SimulatedBus;
  readonly cluster: Cluster;
  readonly clients: Clients;
  readonly endpoints: WebhookEndpoints;
  readonly workload: Workload;
  readonly operator: Operator;
  readonly ledgers: Ledgers;
  /** The generation that services run on. */
  #generation: Generation | null = null;
  readonly #log: Logger;
  #decisions = 0;

  constructor(
    readonly world: World,
    readonly databases: Databases,
  ) {
    this.#log = createLogger({ level: 'warn', destination: { write: (line) => this.#heed(line) } });
    this.workload = drawWorkload(world);
    this.audit = new Audit(world, (id) => Object.values(this.ledgers).some((ledger) => ledger.isInFlight(id)));
    const module = new SimulatedModule(world);
    const ledger = (name: ChainName): SimulatedLedger =>
      new SimulatedLedger(name, world, this.audit, module, (each) => planIn(this.workload.payments, each), world.now);
    this.ledgers = { base: ledger('base'), ethereum: ledger('ethereum'), solana: ledger('solana') };
    this.store = new SimulatedStore(world, (event) => {
      this.audit.appended(event);
      this.operator.appended(event);
      afterEvent(this, event as RecordedEvent & PaymentEvent);
    });
    this.bus = new SimulatedBus(
      world,
      ({ causationId }) => this.audit.streamOf.get(causationId) ?? causationId,
      (process) => this.store.for(process).durable(),
    );
    this.endpoints = new WebhookEndpoints(world);
    this.cluster = new Cluster(world, this.bus, {
      runtimeOf: (process, queries) => this.runtimeOf(process, queries),
      outsideOf: (process) => ({
        chain: this.#chainOf(process),
        providers: providersOf(world, process, this.workload.recipients),
        sender: this.endpoints.senderOf(process),
      }),
      orders: drawnOrders(this.workload.payments, () => this.#isRefused(), !world.isOff('36-refused')),
      loseWhatIsUnwritten: () => this.store.losePower(),
    });
    this.clients = new Clients(world, this.cluster, this.workload.payments);
    this.operator = new Operator(this);
  }

  async run(): Promise<void> {
    const { world, clients } = this;
    const { random, scheduler } = world;
    await this.databases.empty();
    await openEndpoints(world, this.store, this.#log, this.workload.endpoints);
    if (world.isLive) this.#generation = await this.operator.start();
    this.cluster.start();
    while (await scheduler.step());
    await openFunds(world, this.store, this.#log, this.workload.isOnchain);
    while (await scheduler.step());
    this.operator.opened();
    world.setFaulty(true);
    this.#deposit();
    for (let restores = 0; restores < world.restores && world.violation === null; restores++)
      await this.#loseSomeTime();
    await this.#day();
    if (!this.workload.payments.some(({ day }) => day === 1) || world.violation !== null) return;
    const leavesAt = (this.audit.limitedAt ?? world.now) + DAY_MS;
    const next = leavesAt + (random.below(AROUND_BLOCKS) - AROUND_BLOCKS / 2) * BLOCK_MS;
    await this.advance((next - world.now) / BLOCK_MS);
    world.note('--- the next day');
    clients.nextDay();
    world.setFaulty(true);
    await this.#day();
  }

  /** A store of some earlier moment takes the place of the one that there is. */
  async #loseSomeTime(): Promise<void> {
    const { world } = this;
    // Who cancels and orders again takes its time.
    const isDay = world.random.chance(world.faults.regret > 0 ? 0.6 : 0.2);
    await (isDay ? this.#day() : this.#goWrong(8 + world.random.below(35)));
    if (world.violation !== null) return;
    world.setFaulty(true);
    this.#generation = await this.operator.restore();
    if (this.world.violation === null) this.cluster.start();
  }

  /** Faults, for some time. */
  async #goWrong(blocks = 25 + this.world.random.below(60)): Promise<void> {
    const { world } = this;
    const { random, scheduler } = world;
    const over = world.now + blocks * BLOCK_MS;
    const blockChance = random.pick([0.02, 0.05]);
    while (world.now < over && world.violation === null) {
      this.#act();
      if (!(await scheduler.step()) || random.chance(blockChance)) await this.advance();
      if (this.operator.restoredAt !== null && random.chance(HELD_CHANCE)) await this.#decideHeld();
    }
  }

  /** The service is stopped for it. @returns whether anything was held */
  async #decideHeld(): Promise<boolean> {
    const { operator, cluster, world } = this;
    if ((await operator.held()).length === 0) return false;
    world.note('--- the service is stopped');
    cluster.stop();
    await operator.decideHeld();
    cluster.start();
    return true;
  }

  /** Faults, and then none until nothing moves any more. */
  async #day(): Promise<void> {
    const { world, clients } = this;
    const { scheduler } = world;
    await this.#goWrong();

    world.setFaulty(false);
    world.note('--- no more faults');
    for (const ledger of Object.values(this.ledgers)) ledger.isDown = false;
    this.cluster.recover();
    const stuck = world.now + (world.isReviewed ? REST_OF_REVIEWED_BLOCKS_MAX : REST_BLOCKS_MAX) * BLOCK_MS;
    let askAt = world.now + HELD_BLOCKS * BLOCK_MS;
    while (world.violation === null) {
      if (!clients.areDone) this.#act();
      if (await scheduler.step()) continue;
      // What is held has its reservation asked about again and again.
      if (this.operator.restoredAt !== null && (world.now >= askAt || this.#isAtRest())) {
        askAt = world.now + HELD_BLOCKS * BLOCK_MS;
        if (await this.#decideHeld()) continue;
      }
      if (this.#isAtRest()) break;
      if (world.now >= stuck) world.fail(this.#whatIsStuck());
      else await this.advance();
    }
  }

  /** Lets things happen until something has; for who looks on from outside. */
  async drive<T>(work: Promise<T>): Promise<T> {
    const waiting = new Set([work]);
    const end = (): void => void waiting.delete(work);
    work.then(end, end);
    await nextTurn();
    const stuck = this.world.now + DRIVE_BLOCKS_MAX * BLOCK_MS;
    while (waiting.size > 0) {
      if (this.world.now >= stuck) throw new Error('what is driven from outside never ends');
      if (!(await this.world.scheduler.step())) await this.advance();
    }
    return work;
  }

  #isAtRest(): boolean {
    return this.cluster.isWhole && this.clients.areDone && this.bus.isEmpty && !this.world.scheduler.hasTimers;
  }

  #whatIsStuck(): string {
    const pending = [...this.audit.payments.values()].filter(({ terminal }) => terminal === null);
    if (pending.length > 0) return `a payment never ends`;
    if (!this.clients.areDone) return 'a client never gets an answer';
    return this.bus.isEmpty ? 'it never comes to rest' : 'a message is never handled';
  }

  /** A block on every chain, and what happens to machines in its time. @param blocks - so many later */
  async advance(blocks = 1): Promise<void> {
    const { random, faults, scheduler } = this.world;
    scheduler.now += blocks * BLOCK_MS;
    for (const ledger of Object.values(this.ledgers)) ledger.advance(blocks);
    this.bus.redriveSomething();
    if (random.chance(faults.power)) {
      // Whoever has had the last turn comes as far as it can.
      await nextTurn();
      await this.cluster.losePower();
    } else this.cluster.advance();
  }

  /** Customers and people do something, or nothing. */
  #act(): void {
    const { random, isFaulty } = this.world;
    this.clients.act();
    if (random.chance(0.02)) this.#decideSomething();
    if (isFaulty && random.chance(0.01)) this.bus.repeatSomething();
  }

  #decideSomething(): void {
    const { random } = this.world;
    const { isReviewed } = this.world;
    const isSlow = isReviewed && this.world.isFaulty;
    for (const { approvalId } of this.audit.approvals.values()) {
      const data = { walletId: WALLET, approvalId, approver: null };
      if (random.chance(0.3)) {
        this.#send(
          random.pick(['wallet.ApprovePayment', 'wallet.ApprovePayment', 'wallet.RejectPayment']),
          WALLET,
          data,
        );
      }
    }
    for (const ref of this.audit.reviews.keys()) {
      const data = { ref, decision: random.pick(DECISIONS[isReviewed ? 1 : 0]), note: null };
      if (random.chance(isSlow ? SLOW_REVIEW_CHANCE : REVIEW_CHANCE)) this.#send('compliance.DecideReview', ref, data);
    }
  }

  #deposit(): void {
    for (const [number, to] of this.workload.deposits.entries()) {
      const transferId = `deposit ${number}`;
      const transfer = { transferId, chain: 'base', currency: 'USDC', amount: toUnits(DEPOSIT), from: 'a customer' };
      const data = { ...transfer, txHash: transferId };
      const key = treasuryKey(this.world.tenant);
      // Told of twice under two ids: a transfer is known by its own identity.
      for (let times = 1 + this.world.random.below(2); times > 0; times--) {
        if (to === 'treasury') this.#send('treasury.CreditTreasury', key, data);
        else this.#send('wallet.CreditWallet', WALLET, { ...data, walletId: WALLET });
      }
    }
  }

  #send(type: Message['type'], key: string, data: unknown): void {
    const id = `decision ${++this.#decisions}`;
    this.bus.push({
      id,
      type,
      key,
      data,
      time: this.world.now,
      ...this.world.tenant,
      correlationId: id,
      causationId: id,
    });
  }

  #chainOf(process: Process): ChainOfProcess {
    return new ChainOfProcess(this.world, process, this.ledgers, (each) => planIn(this.workload.payments, each));
  }

  /** What settings allow may be another thing after a restore. */
  #isRefused(): boolean {
    return this.operator.restoredAt !== null && this.world.isFaulty && this.world.random.chance(0.3);
  }

  /** The ports of a process; of a command, when it is not asked by others. */
  runtimeOf(process: Process, queries: Runtime['queries'] = new DirectQueries<QueryMap>()): Runtime {
    const { isLive } = this.world;
    const log = this.#log.child({ process: process.name });
    const runtime: Runtime = {
      configuration: configurationOf(this.world),
      clock: this.world.scheduler.clockOf(process),
      log,
      meter: silentMeter,
      tracing: silentTracing,
      store: this.store.for(process),
      generation: this.#generation,
      heldGrants: new Set(),
      bus: {
        publish: (messages) => this.bus.publish(process, messages),
        redeliver: () => Promise.reject(new Error('nothing is redelivered')),
        transport: () => {
          throw new Error('messages come without a transport');
        },
      },
      deadLetters: new MemoryDeadLetters(),
      queries,
      health: new Health(),
      secrets: SecretBox.fromKey(SECRETS_KEY),
      liveChains: isLive
        ? {
            router: oneForAll(this.#chainOf(process)),
            treasuries: new Map(CHAIN_NAMES.map((chain) => [chain, treasuryOn(chain)])),
          }
        : // What the wallet service asks of chains.
          { router: oneForAll({ wallets: { ...OPERATOR, approvals: OPERATOR } } as never), treasuries: new Map() },
      database: (service) => this.databases.get(service),
      // Two processes of a service run all their parts at once: the worst that a lease may do.
      lease: () => null,
      lookAgain: () => Promise.resolve(),
      term: undefined,
      onStop: () => undefined,
      forService: () => runtime,
      close: () => Promise.resolve(),
    };
    return runtime;
  }

  /** What the services say of themselves. */
  #heed(line: string): void {
    const {
      process = '',
      msg = '',
      error = '',
    } = JSON.parse(line) as Partial<Record<'process' | 'msg' | 'error', string>>;
    this.world.note(`${process} says: ${msg} ${error}`);
    if (error.startsWith('FencedError')) this.cluster.fenced(process);
  }
}
