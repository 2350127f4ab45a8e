import { setTimeout as pause } from 'node:timers/promises';
import { eventually, Random } from '@stablecoin/event-sourcing/testing';
import { BuiltService } from '../e2e/support/built-service';
import { CrashRig, PATIENT } from '../rig/start/crash-rig';
import type { ServiceAtRest } from '../rig/audit/service-at-rest';

const KILLS = 5;
/** Of the very first start. Later, every third start after a kill is killed too. */
const KILLED_STARTS = 3;
/** About as long as a start takes: a kill comes at any moment of it. */
const START_MS = 1_000;
const LOAD = { orders: 30, unkeyed: 10 };
/** A busy machine takes its time. */
const PATIENCE_MS = 180_000;

/** Starts the built service, kills it under load again and again, and lets it come to rest in the end. */
export function crashAgainAndAgain(seed: number): Promise<ServiceAtRest> {
  const wallet = { chain: 'ethereum', usdc: '5000.00', spend_limit: '50.00' };
  const environment = { APPROVAL_TTL_MS: '3000', REVIEW_TTL_MS: '3000', ...PATIENT };
  return CrashRig.use({ seed, wallet, environment }, (rig) => new Run(rig, new Random(seed)).all());
}

class Run {
  /** What is seen of the service from outside while it works; a kill comes soon after one of these. */
  readonly #signs: readonly [() => number, ...(() => number)[]] = [
    () => this.rig.accounts.reduce((answered, { witness }) => answered + witness.answers.size, 0),
    () => this.rig.accounts.reduce((delivered, { sink }) => delivered + sink.received.length, 0),
    () => this.rig.broadcasts().length,
  ];

  constructor(
    private readonly rig: CrashRig,
    private readonly random: Random,
  ) {}

  async all(): Promise<ServiceAtRest> {
    const { rig } = this;
    // Also the very first one, which makes the folder's files.
    for (let kill = 0; kill < KILLED_STARTS; kill++) await this.#killStart();
    await rig.start();
    for (let round = 0; round < KILLS; round++) await this.#crash(round);
    await Promise.all(rig.accounts.flatMap(({ witness }) => witness.orders.map((order) => witness.send(order))));
    // Nothing else is screened when the service gives up soon.
    await rig.rest();
    await rig.killWhileScreening();
    return rig.examine(await rig.rest());
  }

  async #killStart(): Promise<void> {
    await BuiltService.killStart(this.rig.options, this.random.below(START_MS));
  }

  async #crash(round: number): Promise<void> {
    const { rig, random } = this;
    const sign = random.pick(this.#signs);
    const before = new Map(rig.accounts.map(({ name, witness }) => [name, witness.unkeyed.size]));
    let isOver = false;
    const ended = Promise.all(rig.accounts.map((account) => account.load(round, LOAD))).then(() => (isOver = true));
    const untilSeen = (check: () => boolean) => eventually(() => isOver || check(), { withinMs: PATIENCE_MS });
    // Signs of the round before do not count: what is new has to be under way.
    await untilSeen(() => rig.accounts.every(({ name, witness }) => witness.unkeyed.size > (before.get(name) ?? 0)));
    const killAt = sign() + random.below(LOAD.orders);
    await untilSeen(() => sign() >= killAt);
    // Nothing is waited for: the kill has to come between the signs too.
    await pause(random.below(10));
    await rig.kill();
    await ended;
    if (random.chance(1 / 3)) await this.#killStart();
    await rig.start();
  }
}
