import type { AuditedPayment } from './audit';
import { compareCaches } from './compare-caches';
import { compareReadModels } from './compare-read-models';
import type { Simulation } from './simulation';

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

function paymentProblem({ audit, clients, endpoints, workload }: Simulation, payment: AuditedPayment): string | null {
  const { id, terminal, code, settlementLost } = payment;
  const transfers = audit.transfers.get(id) ?? 0;
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
    const events = endpoints.eventsAt(name, `payment.${type}`, id);
    if (events.size === 0) return `${name} is never told of the end of a payment`;
    for (const event of events) ids.add(event);
  }
  return ids.size === 1 ? null : `the end of a payment is told under ${ids.size} ids`;
}

function fundsProblems({ audit }: Simulation): readonly (string | null)[] {
  const problems: (string | null)[] = [...audit.approvals.keys()].map((id) => `an approval is left open for ${id}`);
  for (const [stream, book] of audit.books) {
    if (book.reservations.length > 0) problems.push(`${stream}: a reservation is left open`);
    let paid = 0n;
    for (const { payer, terminal, amount } of audit.payments.values()) {
      if (payer === stream && terminal === 'settled') paid += amount;
    }
    if (paid !== book.posted) problems.push(`${stream}: the ledger says ${book.posted}, the payments ${paid}`);
  }
  return problems;
}

function announcementProblems({ audit, endpoints, workload }: Simulation): readonly (string | null)[] {
  return [...audit.announced].flatMap(([type, count]) =>
    workload.endpoints.map((name) => {
      const received = endpoints.eventsAt(name, type).size;
      return received === count ? null : `${name} is told of ${received} of ${count} ${type}`;
    }),
  );
}
