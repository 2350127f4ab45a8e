import { LyingEndpoint, planLies } from '@stablecoin/chains/testing';
import type { Lie } from '@stablecoin/chains/testing';
import { Random } from '@stablecoin/event-sourcing/testing';
import { MAJORITY, sumOf } from './campaign-run';

type Transport = LyingEndpoint['transport'];

/** For so many rounds, at least and at most, an endpoint keeps to its lies. */
const STORY_ROUNDS = { least: 5, most: 20 };

/** The endpoints of a chain, of which some lie by a seed. */
export class Liars {
  readonly endpoints: readonly LyingEndpoint[];
  readonly #random: Random;
  readonly #lying: readonly LyingEndpoint[];
  readonly #agree: boolean;
  #untilRound = 0;

  /**
   * @param count - so many of them lie, from the first {@link Liars.round} on
   * @param seed - of what they say; when they are asked is the machine's, and differs from run to run
   */
  constructor(family: 'evm' | 'solana', honest: readonly Transport[], count: number, seed: number) {
    this.#random = new Random(seed);
    const answering = new Random(seed + 1);
    this.endpoints = honest.map((each) => new LyingEndpoint(family, each, answering));
    this.#lying = this.#random.shuffled(this.endpoints).slice(0, count);
    // Two that tell the same are the worst there is.
    this.#agree = this.#random.chance(0.7);
  }

  get count(): number {
    return this.#lying.length;
  }

  get areMajority(): boolean {
    return this.count >= MAJORITY;
  }

  /** Has them go on, now and then with other lies. */
  round(round: number): void {
    if (round < this.#untilRound || this.count === 0) return;
    this.#untilRound = round + STORY_ROUNDS.least + this.#random.below(STORY_ROUNDS.most - STORY_ROUNDS.least + 1);
    const together = planLies(this.#random);
    for (const each of this.#lying) each.tell(this.#agree ? together : planLies(this.#random));
  }

  /** A minority lies on for ever; a majority has to come to its senses for anything to end. */
  calm(): void {
    if (this.areMajority) this.stop();
  }

  /** All tell the truth from now on. */
  stop(): void {
    this.#untilRound = Number.POSITIVE_INFINITY;
    for (const each of this.endpoints) each.beHonest();
  }

  told(): Partial<Record<Lie, number>> {
    return sumOf(this.endpoints.map((each) => each.told));
  }
}
