import { eventually, Random } from '@stablecoin/event-sourcing/testing';
import { BuiltService, type BuiltServiceOptions } from '../../e2e/support/built-service';

/** A process that has lost its lease ends itself as soon as it hears of it. */
const ENDS_WITHIN_MS = 180_000;

/** Instances on one PostgreSQL, of which one leads at a time. */
export class Succession {
  readonly #random: Random;
  readonly #woken: BuiltService[] = [];
  /** The one that was to lead. */
  #chosen: BuiltService | undefined;
  /** Takes over when that one dies. */
  #standby: BuiltService | undefined;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /**
   * Has a new instance take over from the one that leads, which is killed or frozen; a frozen one is woken when the new one
   * leads. Then another one stands by.
   *
   * @param standby - how to start that one
   * @returns the instance that leads; null when it has killed itself before it was ready
   */
  async next(options: BuiltServiceOptions, standby: BuiltServiceOptions): Promise<BuiltService | null> {
    const former = await this.#leader();
    const chosen = await BuiltService.standBy(options);
    this.#chosen = chosen;
    const freezes = this.#random.chance(0.5);
    if (freezes) former?.freeze();
    else await former?.end('SIGKILL');
    const isReady = await chosen.isReadyUnlessItDies();
    if (freezes && former !== undefined) {
      former.wake();
      this.#woken.push(former);
    }
    this.#standby = await BuiltService.standBy(standby);
    return isReady ? chosen : null;
  }

  /** Ends all that stand by. Those that were woken have to end by themselves. */
  async end(): Promise<void> {
    await this.#standby?.end('SIGKILL');
    await eventually(() => this.#woken.every(({ ended }) => ended.aborted), { withinMs: ENDS_WITHIN_MS });
  }

  /** The one that leads; nobody stands by any more. */
  async #leader(): Promise<BuiltService | undefined> {
    if (this.#chosen === undefined) return undefined;
    if (this.#chosen.ended.aborted) {
      await this.#standby?.isReadyUnlessItDies();
      return this.#standby;
    }
    await this.#standby?.end('SIGKILL');
    return this.#chosen;
  }
}
