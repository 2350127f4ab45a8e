import { EvmStrangers, STRANGE } from '@stablecoin/chains/testing';
import type { LocalEvm, Strange } from '@stablecoin/chains/testing';
import { OUTAGE_MS, isDark } from '../networks';
import type { NetworkConditions, Outage } from '../networks';
import type { EvmWorld } from './evm-world';

/** How likely a stranger does something within a round. */
const STRANGE_RATE = 0.7;
/** An outage is lived through in so many parts. */
const OUTAGE_PARTS = 12;
/** A chain's time is in whole seconds. */
const BLOCK_MS_MIN = 1_000;

/** What the network of a run is like, and what strangers do on it. */
export class EvmNetworkRun {
  readonly #strangers: EvmStrangers;

  constructor(
    local: LocalEvm,
    readonly conditions: NetworkConditions,
    private readonly count: (what: Strange | Outage) => void,
  ) {
    this.#strangers = new EvmStrangers(local, conditions.random);
  }

  /** Whether the chain itself is out of reach for a while: nothing can be paid then. */
  get isDark(): boolean {
    return isDark(this.conditions);
  }

  /** Lets time pass and makes a block: later than asked for, where blocks take longer. */
  async pass(world: EvmWorld, ms: number): Promise<void> {
    const { blockMs } = this.conditions;
    const asked = Math.max(ms, BLOCK_MS_MIN, blockMs);
    // While nothing is mined for long, everybody looks again and again.
    if (blockMs <= BLOCK_MS_MIN) return world.nextBlock(asked);
    await world.idle(asked - BLOCK_MS_MIN);
    await world.nextBlock(BLOCK_MS_MIN);
  }

  /** Strangers do something now and then. */
  async strange(world: EvmWorld): Promise<void> {
    const { random } = this.conditions;
    if (!random.chance(STRANGE_RATE)) return;
    const strange = random.pick(STRANGE);
    this.count(strange);
    await this.#strangers.act(
      strange,
      [...world.orders.values()].map(({ onchainId }) => onchainId),
    );
  }

  /** What lasts ten minutes, where it is its round. @param pass - lets time pass, and makes a block */
  async outage(world: EvmWorld, round: number, pass: (ms: number) => Promise<void>): Promise<void> {
    const outage = this.conditions.outages.get(round);
    if (outage === undefined) return;
    this.count(outage);
    const part = OUTAGE_MS / OUTAGE_PARTS;
    switch (outage) {
      case 'no process runs':
        world.killAll();
        return this.pass(world, OUTAGE_MS);
      case 'no endpoint answers':
        for (const endpoint of world.endpoints) endpoint.behaviour = 'lost_before';
        for (let parts = 0; parts < OUTAGE_PARTS; parts++) await pass(part);
        for (const endpoint of world.endpoints) endpoint.behaviour = 'sound';
        return;
      case 'no block is made':
        for (let parts = 0; parts < OUTAGE_PARTS; parts++) await world.halt(part);
        return this.pass(world, BLOCK_MS_MIN);
    }
  }
}
