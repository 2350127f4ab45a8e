import { STRANGE_ON_SOLANA, SolanaStrangers } from '@stablecoin/chains/testing';
import type { LocalSolana } from '@stablecoin/chains/testing';
import { isDark } from './networks';
import type { NetworkConditions, Outage } from './networks';

/** How likely a stranger does something within a round. */
const STRANGE_RATE = 0.7;
/** A blockhash outlives so many slots by far: where time passes at once, what is signed before still lands after. */
const SLOTS_AT_ONCE = 40;

/** What the network of a run is like, and what strangers do on it. */
export class SolanaNetworkRun {
  readonly #strangers: SolanaStrangers;

  constructor(
    readonly conditions: NetworkConditions,
    private readonly count: (what: string) => void,
  ) {
    this.#strangers = new SolanaStrangers(conditions.random);
  }

  /** Whether the chain itself is out of reach for a while: nothing can be paid then. */
  get isDark(): boolean {
    return isDark(this.conditions);
  }

  /** Time that may pass at once, in milliseconds. */
  get turnMs(): number {
    return SLOTS_AT_ONCE * this.conditions.blockMs;
  }

  outageOf(round: number): Outage | undefined {
    const outage = this.conditions.outages.get(round);
    if (outage !== undefined) this.count(outage);
    return outage;
  }

  /** Strangers do something now and then. */
  async strange(local: LocalSolana): Promise<void> {
    const { random } = this.conditions;
    if (!random.chance(STRANGE_RATE)) return;
    const strange = random.pick(STRANGE_ON_SOLANA);
    this.count(strange);
    await this.#strangers.act(local, strange);
  }

  /** From now on clients can read all that nobody could read before. */
  showAll(local: LocalSolana): void {
    this.#strangers.showAll(local);
  }
}
