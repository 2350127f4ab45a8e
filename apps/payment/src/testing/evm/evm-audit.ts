import type { PaidOut, PolicyReplay } from '@stablecoin/chains/testing';
import type { EvmWorld } from './evm-world';

const LINE_MAX = 400;
const TREASURY = 'the treasury';

/** What became of a payment, by those who can tell. */
interface Verdict {
  readonly id: string;
  readonly status: string;
  /** By the chain. */
  readonly uses: number;
  readonly received: readonly bigint[];
  /** Reservations, by what the treasury or the wallet was told. */
  readonly posted: readonly string[];
  readonly voided: readonly string[];
  /** Reservations whose money is back in the books. */
  readonly returned: readonly string[];
  /** What the customer was told. */
  readonly told: readonly string[];
}

/** Why a payment failed, or its status where it has not ended, and until when that may have come about. */
export interface Failure {
  readonly code: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

/** What the chain says of the payments of a world. */
export interface EvmAudit {
  readonly settled: number;
  readonly doublePayments: number;
  /** Payments that are said to have settled and stand in no block. */
  readonly falseSettlements: readonly string[];
  readonly failures: ReadonlyMap<string, Failure>;
  /** What a wallet's module has paid beyond its limit, or without its spender, in words. */
  readonly beyondPolicies: readonly string[];
  /** By wallet. */
  readonly policies: ReadonlyMap<string, PolicyReplay>;
  /** All in which books, customers and chain differ, in words. */
  readonly differences: readonly string[];
}

/**
 * Counts on the chain that each payment that settled was made once, and no other; and that the books, the customer and
 * the chain say the same.
 */
export async function expectExactlyOnce(world: EvmWorld): Promise<void> {
  const { differences, beyondPolicies } = await audit(world);
  expect([...differences, ...beyondPolicies]).toEqual([]);
}

/** The same, without an end at the first difference. */
export async function audit(world: EvmWorld): Promise<EvmAudit> {
  const { orders, fakes, service } = world;
  const treasury = { paid: await world.paidOut(), settled: 0n };
  const payers = new Map<string, { readonly paid: PaidOut; settled: bigint }>([[TREASURY, treasury]]);
  for (const { id, contract } of world.wallets) {
    payers.set(id, { paid: await world.paidOut(contract.address), settled: 0n });
  }
  const ended = (id: string, type: string): readonly string[] => [
    ...new Set(fakes.about(id, type).map(({ data }) => (data as { reservationId: string }).reservationId)),
  ];
  const differences: string[] = [];
  const failures = new Map<string, Failure>();
  const falseSettlements: string[] = [];
  let [doublePayments, settledCount] = [0, 0];
  for (const [id, { to, amount, from, onchainId }] of orders) {
    const payer = payers.get(from?.wallet.id ?? TREASURY) ?? treasury;
    const { paid } = payer;
    const holder = from === null ? 'treasury' : 'wallet';
    const { status, error_code: code } = await service.get(id);
    const settled = status === 'settled';
    const events = await world.events(`payment-${id}`);
    const types = events.map(({ type }) => type);
    // Protocol rule 19: reorganised away, and its recipient has been blocked since, what its owners have signed is over, or
    // they have changed the wallet. Nothing else is an excuse.
    const mayBeLost =
      world.blocked.has(to) || (from !== null && (from.payer.approval !== null || from.wallet.isChanged));
    const lost = mayBeLost && types.includes('PaymentSettlementLost');
    const verdict: Verdict = {
      id,
      status,
      uses: paid.uses(onchainId),
      received: paid.received(to),
      posted: ended(id, `${holder}.PostReservation`),
      voided: ended(id, `${holder}.VoidReservation`),
      returned: ended(id, `${holder}.ReturnReservation`),
      told: toldOf(fakes, id),
    };
    const expected: Verdict = {
      id,
      status: settled ? 'settled' : 'failed',
      uses: settled && !lost ? 1 : 0,
      received: settled && !lost ? [amount] : [],
      posted: settled ? [`${id}#1`] : [],
      // Where nothing was set aside there is nothing to give back.
      voided: settled || verdict.voided.length === 0 ? [] : [`${id}#1`],
      returned: lost ? [`${id}#1`] : [],
      told: [settled ? 'payment.settled' : 'payment.failed'],
    };
    if (written(verdict) !== written(expected)) {
      differences.push(`${written(verdict)}, not ${written(expected)}\n${await historyOf(world, id)}`);
    }
    if (verdict.uses > 1 || verdict.received.length > 1) doublePayments += 1;
    if (settled && !lost && verdict.uses === 0) falseSettlements.push(id);
    if (settled && !lost) payer.settled += amount;
    if (settled) settledCount += 1;
    else failures.set(id, { code: code ?? status, at: events.at(-1)?.metadata.at ?? 0 });
  }
  for (const [name, { paid, settled }] of payers) {
    if (paid.total !== settled) differences.push(`${name} has paid ${paid.total}, and ${settled} settled`);
  }
  const [gasPaid, gasBooked] = [await world.gasPaid(), world.gasBooked()];
  if (gasPaid !== gasBooked) differences.push(`gas cost ${gasPaid} wei, and ${gasBooked} was booked`);
  const letters = await service.runtime.deadLetters.list();
  if (letters.length > 0) differences.push(`dead letters: ${letters.map((each) => each.message.type).join(', ')}`);
  const policies = await world.policies();
  const beyondPolicies = [...policies.values()].flatMap(({ beyond }) => beyond);
  return { settled: settledCount, doublePayments, beyondPolicies, policies, falseSettlements, failures, differences };
}

function written(verdict: Verdict): string {
  return JSON.stringify(verdict, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** All that is stored about a payment, a line for each event. */
export async function historyOf(world: EvmWorld, id: string): Promise<string> {
  const about = (await world.submissionEvents()).filter(({ data }) => JSON.stringify(data).includes(id));
  return [...(await world.events(`payment-${id}`)), ...about]
    .toSorted((one, other) => one.position - other.position)
    .map(({ metadata, type, data }) => `${metadata.at} ${type} ${JSON.stringify(data).slice(0, LINE_MAX)}`)
    .join('\n');
}

/** How a payment ended, as others were told. A message counts once, however often it came. */
function toldOf(fakes: EvmWorld['fakes'], id: string): readonly string[] {
  const messages = fakes.about(id, 'payment.settled', 'payment.failed');
  return [...new Map(messages.map((each) => [each.id, each.type])).values()];
}
