import type { Random } from '@stablecoin/event-sourcing/testing';

/** How likely each kind of fault is; chances are per occasion, or per block for those that strike by themselves. */
export interface Faults {
  /** The store's answer to an append is lost, before or after it was carried out. */
  readonly append: number;
  /** The broker's answer to a message is lost, before or after it took it. */
  readonly publish: number;
  readonly crash: number;
  /**
   * The machine on which everything runs loses power: all ends at once, and what is not on the disk is lost. In runs
   * where that may happen, everything is one process with the store and the bus in it.
   */
  readonly power: number;
  readonly pause: number;
  readonly rebalance: number;
  /** The lease moves although its holder runs, which learns of it later. */
  readonly split: number;
  /** A message cannot be handled just now. */
  readonly handle: number;
  /** Something takes many blocks that takes none otherwise. */
  readonly slow: number;
  /** The answer to a broadcast is lost, before or after it was taken. */
  readonly broadcast: number;
  /** A block has no room for a transaction. */
  readonly congestion: number;
  /** A transaction that was taken is forgotten. */
  readonly forget: number;
  readonly reorganise: number;
  /** A chain goes down. */
  readonly outage: number;
  /** Somebody else carries out an authorization that was made public. */
  readonly stranger: number;
  /** An endpoint of a chain is behind the others. */
  readonly lag: number;
  /** One of the three endpoints of each chain says something that is not so. */
  readonly lie: number;
  /** A webhook's endpoint fails, before or after it took the event. */
  readonly http: number;
  /** A provider or another service gives no answer. */
  readonly answer: number;
  /** Something that is short of gas now may not be at the next look. */
  readonly gas: number;
  /** A request for funds is set aside, and brought back blocks later: what came after it is handled before it. */
  readonly aside: number;
  /** How often the store is replaced by a copy that is older than the world. */
  readonly restores: number;
  /** The copy ends with an order that has no payment yet, or with a confirmation. */
  readonly edge: number;
  /** A client cancels what it has ordered where money is real, and may order it again. */
  readonly regret: number;
  /** Every payment is one of the wallet on chain, close to its limit, and nothing else is in its way. */
  readonly limit: number;
  /** Every recipient has to be reviewed: payments wait for a person, and clients have the time to cancel. */
  readonly review: number;
  /** The clocks of gateways are ahead of those of all others. */
  readonly ahead: number;
}

export const NO_FAULTS: Faults = {
  append: 0,
  publish: 0,
  crash: 0,
  power: 0,
  pause: 0,
  rebalance: 0,
  split: 0,
  handle: 0,
  slow: 0,
  broadcast: 0,
  congestion: 0,
  forget: 0,
  reorganise: 0,
  outage: 0,
  stranger: 0,
  lag: 0,
  lie: 0,
  http: 0,
  answer: 0,
  gas: 0,
  aside: 0,
  restores: 0,
  edge: 0,
  regret: 0,
  limit: 0,
  review: 0,
  ahead: 0,
};

/** The faults of one run. Each kind is left out of many runs: what goes wrong alone is found sooner, and read easier. */
export function drawFaults(random: Random): Faults {
  const level = random.pick([0, 0.3, 1, 2, 4]);
  const some = (share: number, chance: number): number => (random.chance(share) ? chance * level : 0);
  return {
    append: some(0.6, 0.08),
    publish: some(0.6, 0.12),
    crash: some(0.6, 0.006),
    pause: some(0.6, 0.006),
    rebalance: some(0.5, 0.05),
    split: some(0.5, 0.006),
    handle: some(0.4, 0.03),
    slow: some(0.5, 0.06),
    broadcast: some(0.6, 0.2),
    congestion: random.pick([0.2, 0.5, 0.8]),
    forget: some(0.5, 0.15),
    reorganise: some(0.4, 0.04),
    outage: random.chance(0.4) ? 0.15 : 0,
    stranger: random.chance(0.3) ? 0.03 : 0,
    lag: random.chance(0.5) ? 0.3 : 0,
    lie: random.chance(0.4) ? random.pick([0.1, 0.5, 1]) : 0,
    http: some(0.5, 0.2),
    answer: some(0.5, 0.1),
    gas: random.chance(0.4) ? 0.4 : 0,
    aside: some(0.3, 0.1),
    power: random.chance(0.3) ? 0.02 : 0,
    restores: 0,
    edge: 0,
    regret: 0,
    limit: 0,
    review: 0,
    ahead: 0,
  };
}
