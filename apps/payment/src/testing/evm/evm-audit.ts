import type { EvmWorld } from './evm-world';

const LINE_MAX = 400;

/** What became of a payment, by those who can tell. */
interface Verdict {
  readonly id: string;
  readonly status: string;
  /** By the chain. */
  readonly uses: number;
  readonly received: readonly bigint[];
  /** Reservations, by what the treasury was told. */
  readonly posted: readonly string[];
  readonly voided: readonly string[];
  /** What the customer was told. */
  readonly told: readonly string[];
}

/**
 * Counts on the chain that each payment that settled was made once, and no other; and that the books, the customer and
 * the chain say the same.
 */
export async function expectExactlyOnce(world: EvmWorld): Promise<void> {
  const { orders, neighbours, service } = world;
  const paid = await world.paidOut();
  const ended = (id: string, type: string): readonly string[] => [
    ...new Set(neighbours.about(id, type).map(({ data }) => (data as { reservationId: string }).reservationId)),
  ];
  // A message counts once, however often it came.
  const told = (id: string): readonly string[] => [
    ...new Map(neighbours.about(id, 'payment.settled', 'payment.failed').map((each) => [each.id, each.type])).values(),
  ];
  let settledTotal = 0n;
  for (const [id, { to, amount }] of orders) {
    const { status } = await service.get(id);
    const settled = status === 'settled';
    const types = (await world.events(`payment-${id}`)).map(({ type }) => type);
    // Protocol rule 19: reorganised away, and its recipient has been blocked since. Nothing else is an excuse.
    const lost = world.blocked.has(to) && types.includes('PaymentSettlementLost');
    const verdict: Verdict = {
      id,
      status,
      uses: paid.uses(id),
      received: paid.received(to),
      posted: ended(id, 'treasury.PostReservation'),
      voided: ended(id, 'treasury.VoidReservation'),
      told: told(id),
    };
    const expected: Verdict = {
      id,
      status: settled ? 'settled' : 'failed',
      uses: settled && !lost ? 1 : 0,
      received: settled && !lost ? [amount] : [],
      posted: settled ? [`${id}#1`] : [],
      // Where nothing was set aside there is nothing to give back.
      voided: settled || verdict.voided.length === 0 ? [] : [`${id}#1`],
      told: [settled ? 'payment.settled' : 'payment.failed'],
    };
    try {
      expect(verdict).toEqual(expected);
    } catch (error) {
      throw new Error(`${String(error)}\n${await historyOf(world, id)}`, { cause: error });
    }
    if (settled && !lost) settledTotal += amount;
  }
  expect(paid.total).toBe(settledTotal);
  expect(await service.runtime.deadLetters.list()).toEqual([]);
}

/** All that is stored about a payment, a line for each event. */
async function historyOf(world: EvmWorld, id: string): Promise<string> {
  const about = (await world.submissionEvents()).filter(({ data }) => JSON.stringify(data).includes(id));
  return [...(await world.events(`payment-${id}`)), ...about]
    .toSorted((one, other) => one.position - other.position)
    .map(({ metadata, type, data }) => `${metadata.at} ${type} ${JSON.stringify(data).slice(0, LINE_MAX)}`)
    .join('\n');
}
