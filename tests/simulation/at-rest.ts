import { treasuryKey, CHAIN_NAMES } from '@stablecoin/contracts';
import type { AuditedPayment } from './audit';
import { compareCaches } from './compare-caches';
import { compareReadModels } from './compare-read-models';
import type { Simulation } from './simulation';
import { LIVE_OPENING } from './workload';

/** A read model is made a second time in one of so many runs: it takes longer than the run itself. */
const COMPARED_RUNS = 50;

/** What must hold when nothing moves any more. */
export async function checkAtRest(simulation: Simulation): Promise<void> {
  const { world, audit, bus, clients, endpoints } = simulation;
  const problems = [
    clients.problem(),
    bus.deadLetters[0] ?? null,
    endpoints.outOfOrder(),
    ...[...audit.payments.values()].map((payment) => paymentProblem(simulation, payment)),
    ...[...clients.answered.keys()].map((id) =>
      audit.payments.has(id) ? null : `${id} was answered, it is not there`,
    ),
    ...fundsProblems(simulation),
    ...customerProblems(simulation),
    ...chainProblems(simulation),
    ...announcementProblems(simulation),
  ];
  const found = problems.find((problem) => problem !== null);
  if (found !== undefined) {
    world.fail(found);
    return;
  }
  await compareCaches(simulation);
  if (world.seed % COMPARED_RUNS === 0) await compareReadModels(simulation);
}

function paymentProblem(
  { audit, clients, endpoints, operator, workload }: Simulation,
  payment: AuditedPayment,
): string | null {
  const { id, onchainId, terminal, code, settlementLost } = payment;
  const transfers = audit.transfers.get(onchainId) ?? 0;
  if (terminal === null) return `a payment never ends`;
  if (terminal === 'settled' && transfers !== (settlementLost ? 0 : 1)) {
    return `settled with ${transfers} transfers${settlementLost ? ', said to be lost' : ''}`;
  }
  if (terminal === 'failed' && transfers > 0) return `failed with ${transfers} transfers`;
  if (clients.canceled.has(id) && (terminal !== 'failed' || code !== 'canceled'))
    return `answered as canceled, and is not`;
  const type = terminal === 'settled' ? 'settled' : code === 'compliance_blocked' ? 'compliance_blocked' : 'failed';
  const ids = new Set<string>();
  for (const name of workload.endpoints) {
    if (endpoints.eventsAt(name, `payment.${type}`, id).size === 0) {
      return `${name} is never told of the end of a payment`;
    }
    // In the lost interval it may have ended otherwise.
    for (const event of endpoints.eventsAt(name, `payment.${type}`, id, operator.restoredAt ?? 0)) ids.add(event);
  }
  return ids.size <= 1 ? null : `the end of a payment is told under ${ids.size} ids`;
}

function fundsProblems({ audit }: Simulation): readonly (string | null)[] {
  const problems: (string | null)[] = [...audit.approvals.keys()].map((id) => `an approval is left open for ${id}`);
  for (const [stream, book] of audit.books) {
    if (book.reservations.length > 0) problems.push(`${stream}: a reservation is left open`);
    let paid = 0n;
    for (const { payer, terminal, amount, isReturned } of audit.payments.values()) {
      if (payer === stream && terminal === 'settled' && !isReturned) paid += amount;
    }
    if (paid !== book.posted) problems.push(`${stream}: the ledger says ${book.posted}, the payments ${paid}`);
  }
  return problems;
}

/** Whoever was told that something is paid holds it, once; whoever was told that it is not does not. */
function customerProblems({ audit, clients }: Simulation): readonly (string | null)[] {
  return clients.told.map(({ intent, status }) => {
    const delivered = audit.delivered(intent);
    if (status === 'failed' && delivered > 0) return 'somebody holds what was said to have failed';
    return status === 'settled' && delivered === 0 && !isLost(audit, intent)
      ? 'what was said to be settled is not'
      : null;
  });
}

function isLost({ payments }: Simulation['audit'], intent: string): boolean {
  return [...payments.values()].some((payment) => payment.intent === intent && payment.settlementLost);
}

/** The books of every chain are what the chain holds, but for transfers of payments that nobody has asked for again. */
function chainProblems({ audit, world, ledgers }: Simulation): readonly (string | null)[] {
  const book = audit.books.get(`treasury-${treasuryKey(world.tenant)}`);
  if (!world.isLive || book === undefined) return [];
  const claimed = new Set([...audit.payments.values()].map(({ onchainId }) => onchainId));
  return CHAIN_NAMES.map((chain) => {
    let held = LIVE_OPENING;
    for (const [onchainId, { authorization }] of ledgers[chain].transfers) {
      if (claimed.has(onchainId)) held -= BigInt(authorization.amount);
    }
    return book.available(chain) === held ? null : `${chain} holds ${held}, the books say ${book.available(chain)}`;
  });
}

function announcementProblems({ audit, endpoints, workload, operator }: Simulation): readonly (string | null)[] {
  // What was announced in the lost interval is announced again under another id.
  if (operator.restoredAt !== null) return [];
  return [...audit.announced].flatMap(([type, count]) =>
    workload.endpoints.map((name) => {
      const received = endpoints.eventsAt(name, type).size;
      return received === count ? null : `${name} is told of ${received} of ${count} ${type}`;
    }),
  );
}
