import { Chains } from '@stablecoin/chains';
import type { Chain, WalletApprovals } from '@stablecoin/chains';
import {
  StretchedChain,
  UnreliableEndpoint,
  gasPaid,
  keptAliveTransport,
  limited,
  openOn,
  paidInLatest,
  paidOut,
  replayPolicy,
} from '@stablecoin/chains/testing';
import type { LocalEvm, PolicyReplay } from '@stablecoin/chains/testing';
import { newId, toUnits } from '@stablecoin/contracts';
import type { Message, WalletPayer, WalletReserveFunds } from '@stablecoin/contracts';
import { MemoryEventStore, openDatabase } from '@stablecoin/stores';
import type { OpenDatabase, RecordedEvent } from '@stablecoin/event-sourcing';
import { ManualClock } from '@stablecoin/event-sourcing/testing';
import { openRuntime, readConfiguration } from '@stablecoin/host';
import { SecretBox, generateKey } from '@stablecoin/security';
import type { Bookkeeper } from '../bookkeeper';
import { Liars } from '../liars';
import { killableChain } from '../killable/killable-chain';
import { killableRuntime } from '../killable/killable-runtime';
import { Process } from '../killable/process';
import { FakeServices, fundsReserved, replyTo } from '../fake-services';
import { OnchainIds } from '../../application/onchain-ids';
import type { SubmissionEvent } from '../../domain/submission';
import { order } from '../payments';
import { TestService } from '../service';
import { SentWatch } from '../sent-watch';
import { SettlementWatch } from '../settlement-watch';
import { booksOn } from './evm-books';
import { EvmWallet } from './evm-wallets';

/** A payment that was ordered. */
export interface Ordered {
  readonly to: string;
  readonly amount: bigint;
  readonly onchainId: string;
  /** Who pays, by the word of whom; null: the treasury. */
  readonly from: { readonly wallet: EvmWallet; readonly payer: WalletPayer } | null;
  readonly message: Message;
}

/** A place where an instance runs: whatever is killed there is started again, on the same read model. */
interface Place {
  readonly database: OpenDatabase<unknown>;
  running: { readonly process: Process; readonly service: TestService } | undefined;
}

export interface EvmWorldOptions {
  /** Of the service; each with a read model of its own, all of them with their relays and workers. Default: 1. */
  readonly instances?: number;
  /** Of an authorization. */
  readonly validityMs?: number;
  /** What an endpoint that does not answer costs, in milliseconds of real time. */
  readonly deadlineMs?: number;
  /** So many of the three endpoints lie. Default: none. */
  readonly liars?: number;
  /** Of what they say. */
  readonly seed?: number;
  /** Wallets whose limits the chain enforces, each with money. Default: none. */
  readonly wallets?: number;
  /** Time of a block, and the blocks that each endpoint takes in a question for logs. Default: as the chain makes them, any. */
  readonly network?: { readonly blockMs: number; readonly ranges: readonly number[] } | undefined;
  /** What happens at a point that a process comes by. Default: nothing. */
  readonly at?: (point: string, process: Process, world: EvmWorld) => Promise<void>;
}

const TENANT = { account: 'acme', livemode: false };
const VALIDITY_MS = 60_000;
/** Real time: where every endpoint answers, no machine is too busy. */
const DEADLINE_MS = 60_000;
/** More than any reorganisation of the tests takes back. */
const SETTLING_BLOCKS = 6;
const STARTS_MAX = 10;
/** How a start refuses an endpoint of which it cannot tell whether it is behind, or the chain stands still. */
const OLD_BLOCKS = /behind this machine's clock/;
const QUIET_MS_MAX = 150;
/** Where a look takes many questions: the clock of a run does not outrun it. */
const QUIET_MS_MAX_OF_NETWORK = 500;
const ENDPOINTS = 3;
/** Topics in a position of a question for logs that nodes take. */
const VALUES_MAX = 1_000;
/** Time passes in so many parts where no block is made meanwhile. */
const IDLE_PARTS = 2;
const HOURS_MS = 36_000_000;
const ENOUGH_GAS = 10n ** 20n;

const DEFAULTS = {
  instances: 1,
  liars: 0,
  seed: 0,
  wallets: 0,
  validityMs: VALIDITY_MS,
  deadlineMs: DEADLINE_MS,
  at: (): Promise<void> => Promise.resolve(),
};

export type StoredSubmissionEvent = SubmissionEvent & Pick<RecordedEvent, 'position' | 'metadata'>;

/**
 * Whole payment services on an EVM chain of our own, over three endpoints: one event store, which outlives them, and as
 * many instances as one likes.
 */
export class EvmWorld {
  readonly fakes = new FakeServices();
  readonly store = new MemoryEventStore();
  readonly liars: Liars;
  readonly endpoints: readonly UnreliableEndpoint[];
  readonly orders = new Map<string, Ordered>();
  /** Recipients whom the token refuses. */
  readonly blocked = new Set<string>();
  readonly settlements = new SettlementWatch();
  readonly sent = new SentWatch();
  readonly wallets: EvmWallet[] = [];
  /** Owners who are asked to sign a settled payment again refuse, or do not answer. */
  areOwnersAway = false;
  readonly #secretsKey = generateKey();
  readonly #onchainIds = new OnchainIds(null, SecretBox.fromKey(this.#secretsKey));
  #chainWallets: WalletApprovals | null = null;
  #bookkeeper: Bookkeeper | undefined;
  readonly #honest: readonly UnreliableEndpoint['transport'][];
  readonly #stretched: StretchedChain | undefined;
  readonly #clock: ManualClock;
  readonly #places: readonly Place[];
  readonly #options: EvmWorldOptions & Required<Omit<EvmWorldOptions, 'network'>>;
  #since = 0;
  /** Processes that wait at a point until somebody lets them go on. */
  held = 0;
  #mining: Promise<void> = Promise.resolve();

  private constructor(
    readonly local: LocalEvm,
    options: EvmWorldOptions,
  ) {
    this.#options = { ...DEFAULTS, ...options };
    const { network } = this.#options;
    this.fakes.reserve = (message) => {
      if ('isPosted' in message.data) return this.areOwnersAway ? [] : [refusedAgain(message)];
      return [fundsReserved(message, this.orders.get(message.data.paymentId)?.from?.payer)];
    };
    this.#clock = new ManualClock(local.now());
    const sound = keptAliveTransport(local.anvil.url);
    const stretched = network === undefined ? undefined : new StretchedChain(sound, network.blockMs);
    this.#stretched = stretched;
    const limits = (network?.ranges ?? []).map((blocks) => ({ blocks, values: VALUES_MAX }));
    this.#honest = Array.from({ length: ENDPOINTS }, (_, index) =>
      stretched === undefined ? sound : limited(stretched.transport, () => limits[index] ?? {}),
    );
    this.liars = new Liars('evm', this.#honest, this.#options.liars, this.#options.seed);
    this.endpoints = this.liars.endpoints.map(({ transport }) => new UnreliableEndpoint(transport));
    this.#places = Array.from({ length: this.#options.instances }, () => ({
      database: openDatabase('sqlite::memory:'),
      running: undefined,
    }));
  }

  /** On a chain that may have been used before: nothing of that is left to happen. */
  static async start(local: LocalEvm, options: EvmWorldOptions = {}): Promise<EvmWorld> {
    const world = new EvmWorld(local, options);
    await local.dropPool();
    await local.setBaseFee(1n);
    for (const { address } of local.relayers) await local.setGas(address, ENOUGH_GAS);
    for (let more = world.#options.wallets; more > 0; more--) world.wallets.push(await EvmWallet.create(local));
    for (let block = 0; block < SETTLING_BLOCKS; block++) await world.nextBlock();
    world.#since = Number(await local.anvil.rpc('eth_blockNumber')) + 1;
    for (const [place] of world.#places.entries()) await world.launch(place);
    const chain = await world.#openChain();
    if (chain === null) throw new Error('a new chain has new blocks');
    world.#bookkeeper = booksOn(local, chain, async (block) => world.#stretched?.ownNumber(block) ?? block);
    world.#chainWallets = chain.wallets?.approvals ?? null;
    return world;
  }

  /** Places whose process has ended. */
  get empty(): readonly number[] {
    return [...this.#places.keys()].filter((place) => this.#places[place]?.running?.process.ended !== false);
  }

  /** An instance that runs. */
  get service(): TestService {
    const running = this.#running()[0];
    if (running === undefined) throw new Error('no instance runs');
    return running.service;
  }

  /**
   * Starts a process in a place, on what the one before it has left behind.
   *
   * @returns false where the start refuses a chain whose blocks are old
   */
  async launch(place: number): Promise<boolean> {
    const found = this.#places[place];
    if (found === undefined) throw new Error(`there is no place ${place}`);
    const process = new Process((point, each) => this.#options.at(point, each, this));
    const chain = await this.#openChain();
    if (chain === null) return false;
    const configuration = readConfiguration({
      EVENT_STORE_URL: 'memory:',
      LOG_LEVEL: 'silent',
      SECRETS_KEY: this.#secretsKey,
      // Hours pass within a run: nobody's deadline but the chain's is of interest.
      ...(this.#stretched === undefined ? {} : { SCREENING_DEADLINE_MS: String(HOURS_MS) }),
    });
    const own = await openRuntime(configuration, { clock: this.#clock, consumers: ['payment', 'fakes'] });
    const lasting = { clock: this.#clock, store: this.store, db: found.database.db };
    const runtime = killableRuntime(own, process, lasting);
    const starting = TestService.on(runtime, this.#clock, this.fakes, new Chains(killableChain(chain, process)));
    // It may be killed before it has started.
    const service = await Promise.race([starting, process.end]).catch((error: unknown) => {
      if (!process.ended) throw error;
    });
    if (service instanceof TestService) found.running = { process, service };
    return true;
  }

  /** Orders a payment of the treasury, which is given to an instance by {@link deliver}. */
  pay(to: string, amount: bigint): string {
    return this.#order(newId('pay', this.#clock.now()), to, amount, null);
  }

  /** Orders a payment of a wallet: by the spender's key alone. */
  payFrom(wallet: EvmWallet, to: string, amount: bigint): string {
    const payer = { wallet: wallet.contract, approval: null };
    return this.#order(newId('pay', this.#clock.now()), to, amount, { wallet, payer });
  }

  /**
   * The owners of its wallet sign a settled payment again, when they are asked to.
   *
   * @param withinMs - so late the last of them may be
   * @returns what the wallet says then
   */
  async signAgain(paymentId: string, withinMs: number): Promise<Message> {
    const ordered = this.orders.get(paymentId);
    const asked = this.askedAgain(paymentId).at(-1);
    if (ordered?.from === null || ordered?.from === undefined || asked === undefined || this.#chainWallets === null) {
      throw new Error(`nobody is asked to sign ${paymentId} again`);
    }
    const { to, amount, onchainId, from } = ordered;
    const validUntil = this.#chainWallets.approvalValidUntil(this.#clock.now() + withinMs);
    const secrets = SecretBox.fromKey(this.#secretsKey);
    const approved = { paymentId, onchainId, to, amount, validUntil };
    return fundsReserved(asked, await from.wallet.approve(approved, this.#chainWallets, secrets));
  }

  /** What wallets were asked of a settled payment. */
  askedAgain(paymentId: string): readonly WalletReserveFunds[] {
    return this.fakes.received
      .filter((message): message is WalletReserveFunds => message.type === 'wallet.ReserveFunds')
      .filter(({ data }) => data.paymentId === paymentId && data.isPosted === true);
  }

  /** Orders a payment of a wallet that its owners have approved. @param withinMs - so late the last of them may be */
  async payApproved(wallet: EvmWallet, to: string, amount: bigint, withinMs = 0): Promise<string> {
    const at = this.#clock.now();
    const paymentId = newId('pay', at);
    if (this.#chainWallets === null) throw new Error('the chain offers no wallets');
    const validUntil = this.#chainWallets.approvalValidUntil(at + withinMs);
    const secrets = SecretBox.fromKey(this.#secretsKey);
    const onchainId = this.#onchainIdOf(paymentId);
    const payer = await wallet.approve({ paymentId, onchainId, to, amount, validUntil }, this.#chainWallets, secrets);
    return this.#order(paymentId, to, amount, { wallet, payer });
  }

  #order(id: string, to: string, amount: bigint, from: Ordered['from']): string {
    const at = this.#clock.now();
    const chain = this.local.network.chain;
    const walletId = from?.wallet.id ?? null;
    const data = order({ paymentId: id, to, amount: toUnits(amount), chain, candidates: [chain], from: walletId });
    const messageId = newId('msg', at);
    const ids = { id: messageId, correlationId: messageId, causationId: messageId };
    this.orders.set(id, {
      to,
      amount,
      from,
      onchainId: this.#onchainIdOf(id),
      message: { ...TENANT, ...ids, type: 'payment.InitiatePayment', key: id, data, time: at },
    });
    return id;
  }

  #onchainIdOf(paymentId: string): string {
    return this.#onchainIds.of(TENANT, { paymentId, idempotencyKey: null });
  }

  /** Gives what was ordered and is not stored yet to the instances, as a gateway does until it is. */
  async deliver(): Promise<void> {
    const running = this.#running();
    for (const [id, { message }] of this.orders) {
      if ((await this.store.read(`payment-${id}`, { limit: 1 })).length > 0) continue;
      const one = running[message.time % Math.max(1, running.length)];
      // One that is killed meanwhile never answers.
      one?.service.runtime.bus.publish([message]).catch(() => undefined);
    }
  }

  /** Makes a block, and lets everybody do what there is to be done then. */
  async nextBlock(ms = 1_000): Promise<void> {
    const idleMs = Math.max(0, this.#clock.now() - this.local.now());
    await this.inBlock(() => this.local.pass(idleMs + ms));
  }

  /** Lets time pass in which the chain halts. */
  async halt(ms: number): Promise<void> {
    const from = this.#clock.now();
    await this.idle(ms);
    this.#stretched?.rest(from, this.#clock.now());
  }

  /** Lets time pass before the next block, and everybody do what there is to be done then. */
  async idle(ms: number): Promise<void> {
    for (let part = 0; part < IDLE_PARTS; part++) {
      this.#clock.advance(Math.ceil(ms / IDLE_PARTS));
      await this.quiet();
    }
  }

  /** Ends every process, as when their machine fails. */
  killAll(): void {
    for (const { process } of this.#running()) process.kill();
  }

  /** Lets somebody do what makes a block of its own. */
  async inBlock(work: () => Promise<unknown>): Promise<void> {
    this.#mining = this.#mining.then(work).then(() => this.#note());
    await this.#mining;
    this.#clock.advance(Math.max(0, this.local.now() - this.#clock.now()));
  }

  /** Takes the last blocks away, while nobody makes one. */
  async reorganise(blocks: number): Promise<void> {
    this.#mining = this.#mining.then(() => this.local.reorganise(blocks));
    await this.#mining;
  }

  /** Notes which payments the latest block holds. */
  async #note(): Promise<void> {
    const payers = [this.local.treasury.address, ...this.wallets.map(({ contract }) => contract.address)];
    const { uses } = await paidInLatest(this.local, payers);
    for (const [id, { onchainId }] of this.orders) if (uses(onchainId) > 0) this.settlements.landed(id);
  }

  /** Looks at the treasury, and whether anything is said to have settled that no block has held. */
  async check(): Promise<void> {
    this.#bookkeeper?.look();
    const typesOf = async (id: string) => (await this.events(`payment-${id}`)).map(({ type }) => type);
    await this.settlements.check(this.orders.keys(), typesOf);
  }

  /** Somebody pays the treasury, in the next block. */
  async deposit(amount: bigint): Promise<void> {
    await this.local.administer('USDC', 'mint', this.local.treasury.address, amount);
  }

  /** What is followed of the treasury's money. */
  get books(): Bookkeeper {
    if (this.#bookkeeper === undefined) throw new Error('start() comes first');
    return this.#bookkeeper;
  }

  /** Waits until nobody waits for anything but time, or a moment. */
  async quiet(): Promise<void> {
    const deadline = Date.now() + (this.#stretched === undefined ? QUIET_MS_MAX : QUIET_MS_MAX_OF_NETWORK);
    let before = -1;
    let still = 0;
    while (still < 2 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      const processes = this.#running().map(({ process }) => process);
      const steps = processes.reduce((sum, process) => sum + process.steps, 0);
      const underWay = processes.reduce((sum, process) => sum + process.underWay, 0);
      still = steps === before && underWay <= this.held ? still + 1 : 0;
      before = steps;
    }
  }

  /** From the next block on the token refuses them. */
  async block(address: string): Promise<void> {
    this.blocked.add(address);
    await this.local.administer('USDC', 'blacklist', address);
  }

  events(stream: string): Promise<readonly RecordedEvent[]> {
    return this.store.read(stream);
  }

  /** Of every sender. */
  async submissionEvents(): Promise<readonly StoredSubmissionEvent[]> {
    const { chain } = this.local.network;
    const streams = this.local.relayers.map(({ address }) => this.events(`submission-${chain}.${address}`));
    return (await Promise.all(streams)).flat() as unknown as readonly StoredSubmissionEvent[];
  }

  /** Whether nothing will change about any payment any more, and all who have to be told were. */
  async hasEnded(): Promise<boolean> {
    const submissions = await this.submissionEvents();
    const count = (type: string): number => submissions.filter((event) => event.type === type).length;
    if (count('SubmissionFinal') !== count('SubmissionAssembled')) return false;
    // What a majority has made final may stand in no block, and then nobody knows what it has cost.
    if (!this.liars.areMajority && !(await this.#areFeesKnown(submissions))) return false;
    if (!this.fakes.knowsFeesOf(submissions)) return false;
    const final = new Set(submissions.flatMap(({ data }) => (data as { settled?: readonly string[] }).settled ?? []));
    for (const id of this.orders.keys()) {
      const types = (await this.events(`payment-${id}`)).map(({ type }) => type);
      const told = this.fakes.typesAbout(id);
      const hasFailed = types.includes('PaymentFailed') && told.includes('payment.failed');
      const isLost = types.includes('PaymentSettlementLost');
      // What has settled may be taken back, and is then sent anew (protocol rule 19).
      const hasSettled = types.includes('PaymentSettled') && told.includes('payment.settled') && final.has(id);
      if (!hasFailed && !hasSettled && !isLost) return false;
    }
    return true;
  }

  /** Of all that are final, but for those whose nonce is free: what these will have cost nobody knows. */
  async #areFeesKnown(submissions: readonly SubmissionEvent[]): Promise<boolean> {
    const { anvil, relayers } = this.local;
    const counts = relayers.map(({ address }) => anvil.rpc('eth_getTransactionCount', address, 'latest'));
    const used = new Map(relayers.map(({ address }, place) => [address, counts[place]]));
    const known = new Set(submissions.flatMap(({ type, data }) => (type === 'SubmissionFeesPaid' ? [data.hash] : [])));
    for (const { type, data } of submissions) {
      if (type !== 'SubmissionFinal' || known.has(data.hash)) continue;
      const signed = submissions.find((each) => 'bytes' in each.data && each.data.hash === data.hash)?.data;
      if (signed === undefined || !('sender' in signed)) return false;
      if (Number(await used.get(signed.sender)) > Number(signed.nonce)) return false;
    }
    return true;
  }

  /** What the chain itself says was paid. @param payer - an address; the treasury unless told */
  paidOut(payer?: string): ReturnType<typeof paidOut> {
    return paidOut(this.local, this.#since, payer);
  }

  /** What the modules of the wallets have paid, made again by the model of the module; by wallet. */
  async policies(): Promise<ReadonlyMap<string, PolicyReplay>> {
    const replays = this.wallets.map(async ({ id, contract }) => {
      return [id, await replayPolicy(this.local, this.#since, contract)] as const;
    });
    return new Map(await Promise.all(replays));
  }

  /** What relayers have paid for gas, in wei, by the chain. */
  gasPaid(): Promise<bigint> {
    return gasPaid(this.local, this.#since);
  }

  /** The same by what the treasury was told, which counts once however often it was. */
  gasBooked(): bigint {
    return this.fakes.networkFees();
  }

  async stop(): Promise<void> {
    const running = this.#running();
    for (const { process } of running) process.kill();
    this.liars.stop();
    await this.#bookkeeper?.rest();
    await this.store.close();
    for (const { database } of this.#places) await database.close();
  }

  /**
   * On endpoints that are sound until it is open, and as one who starts it again until it starts: an answer may be late
   * where the machine is busy.
   */
  async #openChain(): Promise<Chain | null> {
    let isOpen = false;
    const transports = this.endpoints.map(
      ({ transport }, index): typeof transport =>
        (body, signal) =>
          (isOpen ? transport : (this.#honest[index] ?? transport))(body, signal),
    );
    const { validityMs, deadlineMs } = this.#options;
    const given = { now: () => this.#clock.now(), validityMs, deadlineMs };
    for (let attempt = 1; ; attempt++) {
      try {
        const chain = await openOn(this.local, transports, given);
        await this.sent.look(chain, this.local.network.chain, this.store);
        isOpen = true;
        return chain;
      } catch (error) {
        if (attempt < STARTS_MAX) continue;
        if (this.#stretched !== undefined && OLD_BLOCKS.test(String(error))) return null;
        throw error;
      }
    }
  }

  #running(): readonly { readonly process: Process; readonly service: TestService }[] {
    return this.#places.flatMap(({ running }) => (running?.process.ended === false ? [running] : []));
  }
}

function refusedAgain(
  message: Message<string, { readonly reservationId: string; readonly paymentId: string }>,
): Message {
  const { reservationId, paymentId } = message.data;
  const data = { reservationId, paymentId, code: 'approval_rejected', message: 'The owners refuse.' };
  return replyTo(message, 'wallet.reservation_refused', data);
}
