import type { Site } from './site';
import { hasSettled, isInDoubt, isMade, isSigned, type Cell } from './cells';
import type { Order, World } from './world';

/** What is counted after a restore. */
export interface Counts {
  payments: number;
  /** What the acceptance has said of the open payments of the backup. */
  found: number;
  failed: number;
  held: number;
  inDoubt: number;
  /** Recipients that hold more than was ordered, or less. */
  overpaid: number;
  underpaid: number;
  /** Over HTTP or by a webhook. */
  paidAndToldFailed: number;
  toldSettledNotOnChain: number;
  /** When everything has had its time, clients have repeated their keys and the operator has decided what was held. */
  pending: number;
  heldAfterOperator: number;
  /** Payments that were made before and signed again. */
  signedThoughFound: number;
  /** Payments that had ended before the backup, and that a chain was asked about. */
  lookedUpThoughEnded: number;
  /** Balances with reserved money. */
  reserved: number;
  deadLetters: number;
}

export const NOTHING: Counts = {
  payments: 0,
  found: 0,
  failed: 0,
  held: 0,
  inDoubt: 0,
  overpaid: 0,
  underpaid: 0,
  paidAndToldFailed: 0,
  toldSettledNotOnChain: 0,
  pending: 0,
  heldAfterOperator: 0,
  signedThoughFound: 0,
  lookedUpThoughEnded: 0,
  reserved: 0,
  deadLetters: 0,
};

/** Adds to the sums. */
export function add(sums: Counts, counts: Counts): void {
  for (const name of Object.keys(NOTHING) as (keyof Counts)[]) sums[name] += counts[name];
}

/**
 * What the acceptance has to say of the payments of a cell. Those without a record, and settled ones, are none of it.
 *
 * @param payments - in the cell
 */
export function acceptedOf(cell: Cell, payments: number): Counts {
  const isOpen = cell.stage !== 'accepted' && !hasSettled(cell);
  const count = (is: boolean): number => (isOpen && is ? payments : 0);
  return {
    ...NOTHING,
    found: count(isMade(cell)),
    failed: count(!isMade(cell) && isSigned(cell) && !isInDoubt(cell)),
    held: count(!isMade(cell) && !isSigned(cell) && !isInDoubt(cell)),
    inDoubt: count(!isMade(cell) && isInDoubt(cell)),
  };
}

/** Counts on chain, at the restored service and in what it has sent. */
export async function countAfter(
  { ground, outside }: World,
  site: Site,
  {
    firsts,
    others,
    kept,
  }: { readonly firsts: readonly Order[]; readonly others: readonly Order[]; readonly kept: Order },
): Promise<Counts> {
  const counts = { ...NOTHING, payments: firsts.length };
  for (const { to, units } of firsts) {
    const received = await ground.held(to);
    if (received > units) counts.overpaid += 1;
    if (received < units) counts.underpaid += 1;
  }
  for (const order of [...firsts, ...others]) {
    const { id, to, units, cell } = order;
    const payment = await site.payment(id);
    const wasMade = isMade(cell) && firsts.includes(order);
    const isToldFailed = payment?.status === 'failed' || site.told.get(id)?.has('payment.failed') === true;
    if (wasMade && isToldFailed) counts.paidAndToldFailed += 1;
    if (wasMade && outside.signed.has(id)) counts.signedThoughFound += 1;
    if (payment?.status === 'settled' && (await ground.held(to)) < units) counts.toldSettledNotOnChain += 1;
    if (payment?.status === 'pending') counts.pending += 1;
  }
  const [first] = await site.runtime.store.read(`payment-${kept.id}`, { limit: 1 });
  const { onchainId } = first?.data as { readonly onchainId: string };
  if (outside.lookedUp.has(onchainId)) counts.lookedUpThoughEnded += 1;
  counts.deadLetters = (await site.runtime.deadLetters.list()).length;
  const { reserved } = await site.balance();
  counts.reserved = Object.values(reserved)
    .flatMap((each) => Object.values(each))
    .filter((amount) => Number(amount) !== 0).length;
  return counts;
}
