import { newRecipient, replay } from '@stablecoin/chains/testing';
import type { Behaviour, LocalEvm, Strange } from '@stablecoin/chains/testing';
import { Random } from '@stablecoin/event-sourcing/testing';
import { liarsOf } from '../campaign-run';
import type { CampaignRun } from '../campaign-run';
import { RUNS_PER_WALLETS, networkOf, networkReport } from '../networks';
import type { Outage } from '../networks';
import type { Process } from '../killable/process';
import { audit, historyOf } from './evm-audit';
import type { EvmAudit, Failure } from './evm-audit';
import { EvmNetworkRun } from './evm-network';
import { WALLET_LIMIT } from './evm-wallets';
import type { EvmWallet } from './evm-wallets';
import { EvmWorld } from './evm-world';
import type { Ordered } from './evm-world';

/** What can go wrong in a run. */
export const MISFORTUNES = [
  'answers lost before they arrive',
  'answers lost after they arrive',
  'endpoint dead',
  'endpoint slow',
  'endpoint behind',
  'pool dropped',
  'reorganisation',
  'recipient blocklisted in a batch',
  'relayer out of gas',
  'fee spike',
  'kill -9',
  'step held up',
  'two instances',
] as const;
/** What can go wrong beside, in a run with wallets. */
export const WALLET_MISFORTUNES = [
  'replayed by a stranger',
  'outrun by a stranger',
  'wallet deployed by somebody',
  'policy changed by owners',
  'a day passes',
] as const;
export type Misfortune = (typeof MISFORTUNES)[number] | (typeof WALLET_MISFORTUNES)[number] | Strange | Outage;

/** Behaviours of an endpoint, and for how many rounds at most. */
const ENDPOINT_FAULTS: readonly (readonly [Misfortune, Behaviour, rounds: number])[] = [
  ['answers lost before they arrive', 'lost_before', 1],
  ['answers lost after they arrive', 'lost_after', 1],
  ['endpoint dead', 'lost_before', 15],
  ['endpoint slow', 'slow', 4],
  ['endpoint behind', 'behind', 15],
];
/** Where a process is killed: around every step between authorization and finality. */
const KILL_STEPS = [
  'append PaymentAuthorized',
  'append AuthorizationClosed',
  'append SubmissionAssembled',
  'append SubmissionReplaced',
  'append SubmissionFinal',
  'append PaymentBroadcast',
  'append PaymentIncluded',
  'append PaymentSettled',
  'append PaymentReincluded',
  'append PaymentFailed',
  'precheck',
  'assemble',
  'broadcast',
  'observe',
  'replace',
  'commit',
  'publish',
] as const;

const EXTRAORDINARY: ReadonlySet<string> = new Set([
  'SubmissionReplaced',
  'AuthorizationClosed',
  'PaymentFailed',
  'PaymentReincluded',
  'PaymentReauthorized',
  'PaymentSettlementLost',
]);

/** Where nothing but lies goes wrong, every payment has to settle. */
const BESIDE_LIES: ReadonlySet<Misfortune> = new Set([
  'kill -9',
  'two instances',
  'replayed by a stranger',
  'outrun by a stranger',
  'wallet deployed by somebody',
]);

const WALLETS_SEED = 1_000_000;
const WALLETS_MAX = 2;
/** More of them, so that limits are reached. */
const WALLETS_PAYMENTS = 6;
/** Above the limit in one: only owners can approve it. */
const APPROVED_AMOUNT = WALLET_LIMIT + 2_000_000n;
const APPROVAL_MS_MAX = 120_000;
const DAY_MS = 86_400_000;
/** Chains tell the time in these. */
const SECOND_MS = 1_000;
/** What is owed to somebody waits until a limit allows it again: a day passes after so many rounds. */
const CALM_ROUNDS_OF_A_DAY = 50;

const FAULTY_ROUNDS = 25;
const CALM_ROUNDS_MAX = 400;
const CALM_BLOCK_MS = { ofMisfortunes: 8_000, ofLies: 1_000 };
const KILLS_MAX = 4;
/** Real time: endpoints are silent in many runs, and what they are asked waits for so long. */
const DEADLINE_MS = 500;
/** On networks with blocks as far apart as those of the public ones. */
const VALIDITY_MS = { base: 60_000, ethereum: 600_000 };
const LONG_VALIDITY_MS = 36_000_000;
const PAYMENTS = { least: 3, most: 10 };
const AMOUNT = 2_000_000n;
const DEEPEST = 5;
const SPIKE = 60n * 10n ** 9n;
const ENOUGH_GAS = 10n ** 20n;
/** How likely each is within a round, where a run has it at all. */
const RATE = {
  endpoint: 0.25,
  pool: 0.06,
  reorganisation: 0.1,
  block: 0.2,
  gas: 0.06,
  spike: 0.06,
  hold: 0.004,
  burst: 0.1,
  deposit: 0.1,
  replay: 0.3,
  outrun: 0.3,
  deploy: 0.1,
  policy: 0.3,
  day: 0.04,
};

/**
 * One run of a whole payment service, or two, on an EVM chain, in which whatever may go wrong goes wrong by a seed. What a
 * process is in the middle of then is not drawn: that is the machine's, and differs from run to run.
 */
export class EvmCampaign {
  readonly #counts = new Map<Misfortune, number>();
  readonly #enabled: ReadonlySet<Misfortune>;
  readonly #payments: number;
  readonly #backAt = new Map<number, number>();
  readonly #soundAt = new Map<number, number>();
  readonly #held: { readonly until: number; readonly goOn: () => void }[] = [];
  #nextKill: string | undefined;
  #kills = 0;
  #round = 0;
  #spikeUntil = 0;
  #gasAt = 0;
  #isCalm = false;
  readonly #liars: number;
  readonly #hasOnlyLies: boolean;
  /** What is left to chance with wallets, so that a run without them is as it was; undefined where there are none. */
  readonly #walletRandom: Random | undefined;
  /** Undefined where the chain makes a block in each round, and endpoints take any question. */
  readonly #network: EvmNetworkRun | undefined;

  private constructor(
    private readonly local: LocalEvm,
    private readonly seed: number,
    private readonly random: Random,
    onNetworks: boolean,
  ) {
    const { chain } = local.network;
    const count = (what: Strange | Outage): void => this.#count(what);
    this.#network = onNetworks ? new EvmNetworkRun(local, networkOf(chain, seed, FAULTY_ROUNDS), count) : undefined;
    // Seeds take chains in turns, too.
    this.#liars = liarsOf(Math.floor(seed / 2));
    this.#hasOnlyLies = this.#liars > 0 && random.chance(0.5);
    // Many runs have none of a kind, so that what breaks alone is found too.
    const possible = MISFORTUNES.filter((each) => !this.#hasOnlyLies || BESIDE_LIES.has(each));
    this.#walletRandom = seed % RUNS_PER_WALLETS === 0 ? new Random(seed + WALLETS_SEED) : undefined;
    const ofWallets = WALLET_MISFORTUNES.filter(
      (each) => (!this.#hasOnlyLies || BESIDE_LIES.has(each)) && this.#walletRandom?.chance(0.6),
    );
    this.#enabled = new Set([...possible.filter(() => random.chance(0.6)), ...ofWallets]);
    const more = this.#walletRandom === undefined ? 0 : WALLETS_PAYMENTS;
    this.#payments = more + PAYMENTS.least + random.below(PAYMENTS.most - PAYMENTS.least + 1);
    this.#planKill();
  }

  /**
   * One run; what does not hold is in it.
   *
   * @param options - `onNetworks`: blocks come faster or slower than expected, endpoints take small questions, strangers use
   * the chain as well, and outages last for ten minutes, by the same seed
   */
  static run(local: LocalEvm, seed: number, { onNetworks = false } = {}): Promise<CampaignRun> {
    return new EvmCampaign(local, seed, new Random(seed), onNetworks).#run();
  }

  async #run(): Promise<CampaignRun> {
    const { seed } = this;
    const instances = this.#has('two instances') ? 2 : 1;
    const world = await EvmWorld.start(this.local, {
      instances,
      liars: this.#liars,
      seed,
      deadlineMs: DEADLINE_MS,
      wallets: this.#walletRandom === undefined ? 0 : 1 + this.#walletRandom.below(WALLETS_MAX),
      at: (point, process, each) => this.#at(point, process, each),
      ...(this.#network === undefined ? {} : { network: this.#network.conditions, validityMs: this.#validityMs() }),
    });
    if (instances > 1) this.#count('two instances');
    try {
      while (this.#round++ < FAULTY_ROUNDS) {
        await this.#order(world);
        world.liars.round(this.#round);
        await this.#goWrong(world);
        await this.#network?.outage(world, this.#round, (ms) => this.#pass(world, ms));
        await this.#pass(world, 1_000);
      }
      await this.#calm(world);
      const blockMs = this.#hasOnlyLies ? CALM_BLOCK_MS.ofLies : CALM_BLOCK_MS.ofMisfortunes;
      for (let rounds = 0; rounds < CALM_ROUNDS_MAX && !(await this.#isOver(world)); rounds++) {
        this.#round++;
        world.liars.round(this.#round);
        const mayBeOver = !this.#hasOnlyLies || this.#network !== undefined;
        const hasEnded = await world.hasEnded();
        const isDay = world.wallets.length > 0 && mayBeOver && (rounds + 1) % CALM_ROUNDS_OF_A_DAY === 0;
        await this.#pass(world, isDay && !hasEnded ? DAY_MS : blockMs);
        // Time does not outrun who has only the blocks of outages to read.
        if (hasEnded) await world.books.rest();
      }
      return await this.#result(world);
    } finally {
      await world.stop();
    }
  }

  async #isOver(world: EvmWorld): Promise<boolean> {
    // Who is held up still has his step to do, and what he is asked waits for it.
    if (this.#held.length > 0 || world.empty.length > 0 || !(await world.hasEnded())) return false;
    return world.liars.areMajority || world.books.isComplete();
  }

  async #result(world: EvmWorld): Promise<CampaignRun> {
    const problems: string[] = [];
    const hasEnded = await world.hasEnded();
    if (!hasEnded) problems.push(`a payment never ends: ${await unfinished(world)}`);
    const audited = await audit(world);
    const { settled, doublePayments, falseSettlements, failures, differences, beyondPolicies } = audited;
    problems.push(...beyondPolicies, ...world.sent.unstored);
    const unexcused = [...failures].filter(([id, failure]) => !this.#isExcused(world, audited, id, failure));
    const falsehoods = await world.books.falsehoods();
    if (world.liars.areMajority) {
      if (doublePayments > 0) problems.push(...differences);
    } else {
      problems.push(...differences, ...falsehoods);
      for (const id of world.settlements.saidTooSoon) problems.push(`${id} settled before any block held it`);
      if (!(await world.books.isComplete())) problems.push('the books never had all that came in');
      for (const [id, { code, at }] of unexcused)
        problems.push(
          `${id} failed (${code}) at ${at}, and nothing in its way explains that\n${await historyOf(world, id)}\n` +
            [...audited.policies].map(([wallet, { spent }]) => `${wallet}: ${spent}`).join('\n'),
        );
    }
    return {
      chain: this.local.network.chain,
      seed: this.seed,
      liars: this.#liars,
      ...(this.#network === undefined ? {} : { network: networkReport(this.#network.conditions) }),
      payments: this.#payments,
      settled,
      doublePayments,
      falseSettlements: new Set([...world.settlements.saidTooSoon, ...falseSettlements]).size,
      falseDeposits: falsehoods.length,
      unsettled: unexcused.length,
      told: world.liars.told(),
      misfortunes: Object.fromEntries(this.#counts),
      outcomes: Object.fromEntries(await outcomesOf(world)),
      problems,
    };
  }

  /** Whether a payment may have failed as it did. */
  #isExcused(world: EvmWorld, audited: EvmAudit, id: string, { code, at }: Failure): boolean {
    const { orders, blocked, liars } = world;
    if (code === 'pending') return false;
    const ordered = orders.get(id);
    if (liars.areMajority || ordered === undefined) return true;
    const { to, from } = ordered;
    const isChanged = from?.wallet.isChanged === true;
    switch (code) {
      case 'spend_limit_onchain':
        return isChanged || this.#wasOverLimit(world, audited, ordered, at);
      case 'wallet_policy_changed':
        return isChanged;
      case 'recipient_blocklisted':
        return blocked.has(to);
      // The same, in a block; and the reason is not known where the block was of another branch.
      case 'transaction_reverted':
        return blocked.has(to) || isChanged;
      case 'chain_unavailable':
        return this.#network?.isDark === true || !this.#hasOnlyLies;
      // Nobody was there for longer than the screening may take.
      case 'internal_error':
        return !this.#hasOnlyLies && (this.#network === undefined || this.#counts.has('a day passes'));
      default:
        return !this.#hasOnlyLies;
    }
  }

  /** Whether the limit of a wallet stood against a payment, while it was under way. */
  #wasOverLimit(world: EvmWorld, { policies }: EvmAudit, ordered: Ordered, failedAt: number): boolean {
    const { from, amount, message } = ordered;
    if (from === null || from.payer.approval !== null) return false;
    if (this.#hasOnlyLies) {
      const wasOver = policies.get(from.wallet.id)?.wasOver(amount, message.time - SECOND_MS, failedAt + SECOND_MS);
      return wasOver === true;
    }
    // A block that was taken back, with what it had paid, may have stood against it.
    return amountWithin(world, from.wallet) > WALLET_LIMIT;
  }

  /** Where every payment has to settle it is as long as the run; otherwise as on a public network. */
  #validityMs(): number {
    if (this.#hasOnlyLies) return LONG_VALIDITY_MS;
    return this.local.network.chain === 'base' ? VALIDITY_MS.base : VALIDITY_MS.ethereum;
  }

  #has(misfortune: Misfortune): boolean {
    return this.#enabled.has(misfortune);
  }

  #count(misfortune: Misfortune): void {
    this.#counts.set(misfortune, (this.#counts.get(misfortune) ?? 0) + 1);
  }

  /** Whether it comes about now; then it is counted. */
  #strikes(misfortune: Misfortune, rate: number): boolean {
    if (!this.#has(misfortune) || !this.random.chance(rate)) return false;
    this.#count(misfortune);
    return true;
  }

  async #order(world: EvmWorld): Promise<void> {
    const many = this.random.chance(RATE.burst) ? PAYMENTS.most : this.random.below(3);
    for (let more = many; more > 0 && world.orders.size < this.#payments; more--) await this.#orderOne(world);
    if (this.#round === FAULTY_ROUNDS) while (world.orders.size < this.#payments) await this.#orderOne(world);
  }

  /** Of the treasury, or of a wallet: within its limit or not, or approved. */
  async #orderOne(world: EvmWorld): Promise<void> {
    const random = this.#walletRandom;
    const [first, ...others] = world.wallets;
    if (random === undefined || first === undefined || random.chance(0.35)) {
      world.pay(newRecipient(), AMOUNT);
      return;
    }
    const wallet = random.pick([first, ...others]);
    if (random.chance(0.4))
      await world.payApproved(wallet, newRecipient(), APPROVED_AMOUNT, random.below(APPROVAL_MS_MAX));
    else world.payFrom(wallet, newRecipient(), AMOUNT + BigInt(random.below(1_000_000)));
  }

  async #pass(world: EvmWorld, ms: number): Promise<void> {
    for (const place of world.empty) {
      const backAt = this.#backAt.get(place) ?? this.#round + this.random.below(4);
      this.#backAt.set(place, backAt);
      if (this.#round < backAt) continue;
      this.#backAt.delete(place);
      // A start that the chain refuses, since its blocks are old, is tried again like that of any supervisor.
      if (!(await world.launch(place))) this.#backAt.set(place, this.#round + 1);
    }
    for (const held of [...this.#held]) {
      if (this.#round < held.until) continue;
      this.#held.splice(this.#held.indexOf(held), 1);
      held.goOn();
    }
    await world.deliver();
    if (this.#network === undefined) await world.nextBlock(ms);
    else await this.#network.pass(world, ms);
    await world.quiet();
    await world.check();
  }

  /** Whatever may go wrong between two blocks. */
  async #goWrong(world: EvmWorld): Promise<void> {
    const { random } = this;
    const { endpoints, local } = world;
    if (random.chance(RATE.deposit)) await world.deposit(BigInt(1 + random.below(1_000_000)));
    await this.#network?.strange(world);
    for (const [place, endpoint] of endpoints.entries()) {
      if (this.#round < (this.#soundAt.get(place) ?? 0)) continue;
      endpoint.behaviour = 'sound';
      const [fault] = random.shuffled(ENDPOINT_FAULTS.filter(([misfortune]) => this.#has(misfortune)));
      if (fault === undefined || !this.#strikes(fault[0], RATE.endpoint)) continue;
      endpoint.behaviour = fault[1];
      this.#soundAt.set(place, this.#round + 1 + random.below(fault[2]));
    }
    await this.#meddle(world);
    if (this.#strikes('reorganisation', RATE.reorganisation)) await world.reorganise(1 + random.below(DEEPEST));
    if (this.#strikes('pool dropped', RATE.pool)) await local.dropPool();
    if (this.#round > this.#spikeUntil && this.#strikes('fee spike', RATE.spike)) {
      this.#spikeUntil = this.#round + 5 + random.below(8);
    }
    if (this.#round <= this.#spikeUntil) await local.setBaseFee(SPIKE);
    if (this.#round >= this.#gasAt) {
      if (this.#gasAt > 0) await this.#giveGas();
      if (this.#strikes('relayer out of gas', RATE.gas)) {
        await local.setGas(random.pick(local.relayers).address, 0n);
        this.#gasAt = this.#round + 2 + random.below(8);
      }
    }
  }

  /** What anybody may do with wallets, and what time does. */
  async #meddle(world: EvmWorld): Promise<void> {
    const random = this.#walletRandom;
    const [first, ...others] = world.wallets;
    if (random === undefined || first === undefined) return;
    if (this.#has('replayed by a stranger') && random.chance(RATE.replay)) await this.#replayOne(world, random);
    const wallet = random.pick([first, ...others]);
    if (this.#has('wallet deployed by somebody') && random.chance(RATE.deploy) && !(await wallet.isDeployed())) {
      this.#count('wallet deployed by somebody');
      await world.inBlock(() => wallet.deploy());
    }
    if (this.#has('a day passes') && random.chance(RATE.day)) {
      this.#count('a day passes');
      await world.nextBlock(DAY_MS);
    }
  }

  /** What was signed for wallets, from another account, again and again. */
  async #replayOne(world: EvmWorld, random: Random): Promise<void> {
    const [first, ...others] = await assembledOfWallets(world);
    if (first === undefined) return;
    this.#count('replayed by a stranger');
    await replay(this.local, random.pick([first, ...others]));
  }

  /** The same before the service itself has sent it. */
  async #outrun(world: EvmWorld): Promise<void> {
    const latest = (await assembledOfWallets(world)).at(-1);
    if (!this.#has('outrun by a stranger') || latest === undefined || !this.#walletRandom?.chance(RATE.outrun)) return;
    this.#count('outrun by a stranger');
    await world.inBlock(async () => {
      await replay(this.local, latest);
      await this.local.pass(1_000);
    });
  }

  /** After the service has looked at the policy, and before the transaction is sent. */
  async #changePolicy(world: EvmWorld): Promise<void> {
    const random = this.#walletRandom;
    const [first, ...others] = world.wallets;
    if (random === undefined || first === undefined || !random.chance(RATE.policy)) return;
    const wallet = random.pick([first, ...others]);
    if (!this.#has('policy changed by owners') || !(await wallet.isDeployed())) return;
    this.#count('policy changed by owners');
    const limit = random.chance(0.5) ? AMOUNT + 1_000_000n : null;
    await world.inBlock(() => wallet.change(limit));
  }

  async #giveGas(): Promise<void> {
    this.#gasAt = 0;
    for (const { address } of this.local.relayers) await this.local.setGas(address, ENOUGH_GAS);
  }

  async #calm({ endpoints, liars }: EvmWorld): Promise<void> {
    liars.calm();
    for (const endpoint of endpoints) endpoint.behaviour = 'sound';
    this.#isCalm = true;
    // A reorganisation may have taken back what they were given before.
    await this.#giveGas();
  }

  #planKill(): void {
    const { random } = this;
    const isOver = !this.#has('kill -9') || this.#kills === KILLS_MAX;
    this.#nextKill = isOver ? undefined : `${random.pick(['before', 'after'])} ${random.pick(KILL_STEPS)}`;
  }

  /** What happens in the middle of a process's work. */
  async #at(point: string, process: Process, world: EvmWorld): Promise<void> {
    if (this.#isCalm) return;
    if (point === this.#nextKill) {
      this.#kills++;
      this.#count('kill -9');
      this.#planKill();
      process.kill();
      return;
    }
    // Not in a transaction: others wait for the database.
    if (!point.endsWith('commit') && this.#strikes('step held up', RATE.hold)) {
      world.held++;
      await new Promise<void>((goOn) => this.#held.push({ until: this.#round + 1 + this.random.below(10), goOn }));
      world.held--;
    }
    if (point === 'after append SubmissionAssembled' && this.#strikes('recipient blocklisted in a batch', RATE.block)) {
      await this.#blockOne(world);
    }
    if (point === 'after append SubmissionAssembled') {
      await this.#changePolicy(world);
      await this.#outrun(world);
    }
  }

  /** After the service has looked whether it is blocked, and before the transaction is sent. */
  async #blockOne(world: EvmWorld): Promise<void> {
    const assembled = (await world.submissionEvents()).flatMap((each) =>
      each.type === 'SubmissionAssembled' ? [{ position: each.position, ...each.data }] : [],
    );
    const latest = assembled.toSorted((one, other) => other.position - one.position)[0];
    const [first, ...others] = latest?.authorizations ?? [];
    if (first === undefined) throw new Error('there is no submission');
    await world.block(this.random.pick([first, ...others]).authorization.to);
    await world.nextBlock();
  }
}

/** The bytes of submissions with payments of wallets, in the order in which they were signed. */
async function assembledOfWallets(world: EvmWorld): Promise<readonly string[]> {
  const events = (await world.submissionEvents()).toSorted((one, other) => one.position - other.position);
  return events.flatMap(({ type, data }) =>
    type === 'SubmissionAssembled' && data.authorizations.some(({ authorization }) => authorization.payer !== undefined)
      ? [data.bytes]
      : [],
  );
}

/** What payments of a wallet within its limit come to, settled or not. */
function amountWithin({ orders }: EvmWorld, wallet: EvmWallet): bigint {
  return [...orders.values()]
    .filter(({ from }) => from?.wallet === wallet && from.payer.approval === null)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** Events that no undisturbed payment has, why payments failed, and what became of those of wallets. */
async function outcomesOf(world: EvmWorld): Promise<ReadonlyMap<string, number>> {
  const outcomes = new Map<string, number>();
  const count = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const streams = await Promise.all([...world.orders.keys()].map((id) => world.events(`payment-${id}`)));
  for (const { type, data } of [...streams.flat(), ...(await world.submissionEvents())]) {
    if (!EXTRAORDINARY.has(type)) continue;
    const outcome = type === 'PaymentFailed' ? `${type} ${(data as { readonly code: string }).code}` : type;
    count(outcome);
  }
  const ours = new Set((await world.submissionEvents()).flatMap(({ data }) => ('hash' in data ? [data.hash] : [])));
  for (const [id, { from }] of world.orders) {
    if (from === null) continue;
    const { status, txHash } = await world.service.get(id);
    count(`${status}, of a wallet, ${from.payer.approval === null ? 'within its limit' : 'approved'}`);
    if (typeof txHash === 'string' && !ours.has(txHash)) count("settled, in a stranger's transaction");
  }
  return outcomes;
}

async function unfinished(world: EvmWorld): Promise<string> {
  const submissions = (await world.submissionEvents()).map(({ type }) => type);
  const payments = await Promise.all(
    [...world.orders.keys()].map(async (id) => (await world.events(`payment-${id}`)).at(-1)?.type ?? 'nothing'),
  );
  return `${payments.join(', ')}; ${submissions.join(', ')}`;
}
