import { join } from 'node:path';
import type { Payment } from '@stablecoin/contracts';
import { acceptRestore } from '../../apps/standalone/src/tools/backup/accept-restore';
import { bookTransfers } from '../../apps/standalone/src/tools/backup/book-transfers';
import { cancelHeld, heldPayments, resumeHeld } from '../../apps/standalone/src/tools/backup/inherited-payments';
import { isAskedAgain, isForgotten, isMade, isSigned, type Cell, type Group } from './cells';
import { countAfter, type Counts } from './counts';
import type { Ground } from './ground';
import type { Environment, PlaceKind } from './place';
import { acceptWhileSilent, type Accepted } from './silent-acceptance';
import type { Site } from './site';
import { reach, signAgain } from './stages';
import { World, type Order } from './world';

function isByOwners({ cell }: Order): boolean {
  return cell.payer === 'owners';
}

/** Payments of some cells: their backup, the lost interval, the restore, and what everybody holds and was told afterwards. */
export class GroupRun {
  readonly #world: World;
  readonly #group: Cell;

  /**
   * @param payments - in each cell
   * @param silent - endpoints of each chain that do not answer at the first review and acceptance
   */
  constructor(
    ground: Ground,
    private readonly kind: PlaceKind,
    private readonly cells: Group,
    private readonly payments: number,
    private readonly silent = 0,
  ) {
    this.#world = new World(ground, kind);
    [this.#group] = cells;
  }

  async run(): Promise<Counts> {
    try {
      return await this.#run();
    } finally {
      this.#world.remove();
    }
  }

  async #run(): Promise<Counts> {
    const world = this.#world;
    const former = await world.environment('former');
    const old = await world.start(former);
    const kept = world.order({ ...this.#group, payer: 'treasury', stage: 'initiated' }, true);
    const firsts: Order[] = [];
    const backup = join(world.folder, 'backup');
    let again: readonly Order[];
    try {
      await old.furnish();
      await world.openWallets(old, this.cells);
      await world.booked(old);
      await world.place(old, kept);
      await world.ended(old, [kept], 'settled');
      await world.passFinality();
      // It takes a time in which the others would go on.
      const inOrder = this.cells.toSorted((one, other) => Number(isAskedAgain(other)) - Number(isAskedAgain(one)));
      for (const cell of inOrder) firsts.push(...(await reach(world, old, { cell, payments: this.payments })));
      await this.kind.backUp(former, backup, world.clock.now());
      again = await this.#lostInterval(old, firsts);
    } finally {
      await old.stop();
    }
    const ended = world.clock.now();
    world.outside.forget();
    await world.passValidity();

    const place = await world.environment('restored');
    await this.kind.restore(place, backup);
    if (this.kind.findsOut) await world.requireBehind(place);
    const accept = (): Promise<Accepted> => this.#accept(place, ended);
    const silence = { silent: this.silent, isMade: isMade(this.#group) };
    const early = this.silent === 0 ? undefined : await acceptWhileSilent(world, place, silence, accept);
    const accepted = early ?? (await accept());
    // The keys of what has no payment yet are repeated afterwards.
    const isBookedFirst = this.#group.key === 'key' && this.#group.interval === 'paid';
    const unknown = firsts.filter(({ cell }) => cell.stage === 'accepted');
    if (isBookedFirst) await this.#book(place, unknown.length);
    const restored = await world.start(place);
    try {
      const others = await this.#afterTheRestore(restored, firsts, again);
      await world.passFinality();
      const unexplained = isMade(this.#group) ? firsts.filter(({ cell }) => isForgotten(cell)) : [];
      await world.booked(
        restored,
        unexplained.reduce((sum, { units }) => sum + units, 0n),
      );
      const counts = await countAfter(world, restored, { firsts, others: [...again, ...others, kept], kept });
      await restored.stop();
      const held = await world.whileStopped(place, heldPayments);
      if (isMade(this.#group)) await this.#bookUnexplained(place, unexplained.length);
      return { ...counts, ...accepted, heldAfterOperator: held.length };
    } finally {
      await restored.stop();
    }
  }

  /** Waits until each is on chain, once. */
  async #made(orders: readonly Order[]): Promise<void> {
    const { ground } = this.#world;
    await this.#world.until(async () => {
      for (const { to, units } of orders) if ((await ground.held(to)) !== units) return false;
      return true;
    }, 'not every payment is on chain');
  }

  /** @returns what clients have ordered in the place of the first orders */
  async #lostInterval(site: Site, firsts: readonly Order[]): Promise<readonly Order[]> {
    const world = this.#world;
    const { interval, stage, chain } = this.#group;
    if (stage === 'settled_not_final' && interval !== 'paid') await world.ground.reorganise(chain);
    if (interval === 'nothing_sent') {
      // What is not sent by now never is.
      for (const { to } of firsts) world.outside.obstruct(to, 'send');
      return [];
    }
    if (isMade(this.#group)) {
      world.outside.release();
      if (interval === 'paid_by_second_submission') world.outside.loseFirstSubmissions();
      await signAgain(world, site, firsts);
      await world.ended(site, firsts, 'settled');
      await this.#made(firsts);
      await world.passFinality();
      return [];
    }
    await this.#end(site, firsts);
    world.outside.release();
    const again = firsts.map((first) => world.order(first.cell, true, first));
    await Promise.all(again.map((order) => world.place(site, order)));
    await world.ended(site, again, 'settled');
    await world.passFinality();
    return again;
  }

  /** What is not signed is canceled, and the rest expires. */
  async #end(site: Site, firsts: readonly Order[]): Promise<void> {
    const world = this.#world;
    for (const { cell, to } of firsts) {
      if (cell.stage === 'accepted') world.outside.obstruct(to, 'compliance.ScreenPayment');
    }
    world.outside.arrive();
    const unsigned = firsts.filter(({ cell }) => !isSigned(cell));
    await world.payments(site, unsigned, () => true);
    for (const { id } of unsigned) await site.cancel(id);
    const signed = firsts.filter(({ cell }) => isSigned(cell));
    if (signed.length > 0) await (signed.some(isByOwners) ? world.passApprovals() : world.passValidity());
    await world.payments(site, firsts, ({ status }) => status === 'failed');
  }

  async #accept(place: Environment, ended: number): Promise<Accepted> {
    const { interval, key } = this.#group;
    return this.#world.whileStopped(place, async (store) => {
      let text = '';
      await acceptRestore(
        store,
        { ended, confirmed: { kind: 'all' } },
        { output: { write: (part) => (text += part) } },
      );
      // Nobody else can: they have no key.
      if (key === 'no_key' && interval === 'nothing_sent') await resumeHeld(store, 'all');
      if (key === 'no_key' && interval === 'ended_and_ordered_again') await cancelHeld(store, 'all');
      const numbers = /: (\d+) found on chain, (\d+) failed, (\d+) held/.exec(text)?.slice(1).map(Number) ?? [];
      const [found = 0, failed = 0, held = 0] = numbers;
      const inDoubt = Number(/may have made (\d+) more/.exec(text)?.[1] ?? 0);
      return { found, failed, held, inDoubt };
    });
  }

  /** Books all that no payment explains. Of another chain, that may be what groups before have left. */
  #book(place: Environment, count: number): Promise<void> {
    const { chain } = this.#group;
    return this.#world.whileStopped(place, async (store) => {
      let text = '';
      await bookTransfers(store, { ids: 'all' }, { output: { write: (part) => (text += part) } });
      const booked = text.split('\n').filter((line) => line.startsWith(`${chain} `));
      if (booked.length !== count) throw new Error(`not ${count} transfers on ${chain}: ${text}`);
    });
  }

  /** What nobody claims is booked, once: then the books are the chain. */
  async #bookUnexplained(place: Environment, count: number): Promise<void> {
    await this.#book(place, count);
    if (count === 0) return;
    await this.#book(place, 0);
    const site = await this.#world.start(place);
    try {
      await this.#world.booked(site);
    } finally {
      await site.stop();
    }
  }

  /** @returns what clients have ordered in the place of payments that have failed */
  async #afterTheRestore(site: Site, firsts: readonly Order[], again: readonly Order[]): Promise<readonly Order[]> {
    const world = this.#world;
    const { interval } = this.#group;
    const isAgain = interval === 'ended_and_ordered_again';
    const wanted = isAgain ? again : firsts;
    await Promise.all(wanted.filter(({ key }) => key !== null).map((order) => world.place(site, order)));
    const known = firsts.filter(({ cell }) => !isForgotten(cell));
    await signAgain(world, site, firsts);
    if (this.#group.payer !== 'treasury') await world.passApprovals();
    if (isAgain) {
      // The client knows nothing of the first one but that it ended, and cancels what it sees.
      const isHeld = ({ status, stage }: Payment): boolean => status !== 'pending' || stage === 'held';
      await world.payments(site, known, isHeld, (payment) => site.decide(payment));
      for (const { id } of known) if ((await site.payment(id))?.status === 'pending') await site.cancel(id);
    }
    await world.ended(site, known);
    await world.ended(
      site,
      wanted.filter(({ key }) => key !== null),
    );
    if (isMade(this.#group)) return [];
    // What has failed, or nobody has heard of, is ordered once more.
    const others: Order[] = [];
    for (const order of wanted) {
      const payment = await site.payment(order.id);
      if (payment === null || payment.status === 'failed') others.push(world.order(order.cell, true, order));
    }
    await Promise.all(others.map((order) => world.place(site, order)));
    await world.ended(site, others, 'settled');
    await this.#made(firsts.filter(({ cell }) => isAskedAgain(cell)));
    return others;
  }
}
