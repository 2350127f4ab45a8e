import { join } from 'node:path';
import { acceptRestore } from '../../apps/standalone/src/tools/backup/accept-restore';
import { heldPayments } from '../../apps/standalone/src/tools/backup/inherited-payments';
import type { Cell } from './cells';
import { countAfter, type Counts } from './counts';
import type { Ground } from './ground';
import { laggingReplica, type Environment, type PlaceKind } from './place';
import { World, type Order } from './world';

/** A payment that a pair makes, and the promotion of replicas that lack the last events of it. */
export class ReplicaRun {
  readonly #world: World;

  /** @param cell - of the payment: it has settled and is final when the pair ends */
  constructor(
    ground: Ground,
    pair: PlaceKind,
    private readonly cell: Cell,
  ) {
    this.#world = new World(ground, pair);
  }

  /** @param cuts - how many events a replica lacks, for each replica @returns counts of each */
  async run(cuts: readonly number[]): Promise<readonly Counts[]> {
    const world = this.#world;
    try {
      const former = await world.environment('former');
      const orders = await this.#pay(former);
      const ended = world.clock.now();
      await world.passValidity();
      const counts: Counts[] = [];
      for (const lacking of cuts) {
        const replica = await laggingReplica(former, join(world.folder, `replica-${lacking}`), lacking);
        counts.push(await this.#promote(replica, ended, orders));
      }
      return counts;
    } finally {
      world.remove();
    }
  }

  async #pay(former: Environment): Promise<{ readonly kept: Order; readonly lost: Order }> {
    const { cell } = this;
    const world = this.#world;
    const kept = world.order(cell, true);
    const lost = world.order(cell, cell.key === 'key');
    const old = await world.start(former);
    try {
      await old.furnish();
      await world.booked(old);
      for (const order of [kept, lost]) {
        await world.place(old, order);
        await world.ended(old, [order], 'settled');
        await world.passFinality();
      }
      return { kept, lost };
    } finally {
      await old.stop();
    }
  }

  async #promote(
    replica: Environment,
    ended: number,
    { kept, lost }: { readonly kept: Order; readonly lost: Order },
  ): Promise<Counts> {
    const world = this.#world;
    world.outside.forget();
    await world.requireBehind(replica);
    const accepted = await world.whileStopped(replica, async (store) => {
      let text = '';
      const output = { write: (part: string) => (text += part) };
      await acceptRestore(store, { ended, confirmed: { kind: 'all' } }, { output });
      const [found = 0, failed = 0, held = 0] =
        /: (\d+) found on chain, (\d+) failed, (\d+) held/.exec(text)?.slice(1).map(Number) ?? [];
      return { found, failed, held };
    });
    const site = await world.start(replica);
    try {
      const order = { ...lost };
      if (order.key !== null) await world.place(site, order);
      const known = (await site.payment(order.id)) === null ? [] : [order];
      await world.ended(site, known);
      await world.passFinality();
      // Nobody can ask again for what was ordered without a key.
      await world.booked(site, known.length === 0 ? order.units : 0n);
      const counts = await countAfter(world, site, { firsts: [order], others: [kept], kept });
      await site.stop();
      const { length: heldAfterOperator } = await world.whileStopped(replica, heldPayments);
      return { ...counts, ...accepted, heldAfterOperator };
    } finally {
      await site.stop();
    }
  }
}
