import { isOurs } from '@stablecoin/event-sourcing';
import type { ById, IntervalStats, Page, Payment, QueryMap, TimelineEntry } from '@stablecoin/contracts';
import type { QueryHandlers } from '@stablecoin/messaging';
import type { ReadModel, ServicePorts } from '@stablecoin/host';
import type { Kysely } from 'kysely';
import type { PaymentHandler } from '../application/handlers';
import type { ChainQuotes } from '../application/chain-quotes';
import type { CommandPreparation } from '../application/preparation';
import type { PaymentSimulation } from '../application/simulate';
import { paymentResource } from '../domain/payment-resource';
import { paymentStreams } from '../domain/streams';
import { findPayment, listPayments } from '../read-model/payment-list';
import { readStats } from '../read-model/payment-stats';
import type { PaymentTables } from '../read-model/tables';
import { timelineOf } from '../read-model/timeline';

/** What the queries of this service are answered from. */
interface Sources {
  readonly payments: PaymentHandler;
  readonly store: ServicePorts['store'];
  readonly db: Kysely<PaymentTables>;
  /** Keeps the payments in the database. */
  readonly list: ReadModel;
  readonly simulation: PaymentSimulation;
  readonly quotes: ChainQuotes;
  readonly preparation: CommandPreparation;
}

/** Answers the questions that others ask about payments. */
export function registerPaymentQueries(queries: QueryHandlers<QueryMap>, sources: Sources): void {
  queries.register('payment.get', (params) => getPayment(sources, params));
  queries.register('payment.list', (params) => getPayments(sources, params));
  queries.register('payment.stats', (params) => getStats(sources, params));
  queries.register('payment.timeline', (params) => getTimeline(sources, params));
  queries.register('payment.refusal', ({ livemode, ...order }) => sources.quotes.refusal(livemode, order));
  queries.register(
    'payment.may_be_made',
    async ({ order, ...tenant }) => (await sources.preparation.earlierUse(tenant, order)) !== undefined,
  );
  queries.register('payment.simulate', (params) => sources.simulation.run(params));
}

/** A terminal payment does not change, so the read model has it right; any other is read from its stream. */
async function getPayment({ db, payments }: Sources, by: ById): Promise<Payment | null> {
  const found = await findPayment(db, by);
  if (found !== undefined && found.status !== 'pending') return found;
  const payment = await payments.query(paymentStreams.stream(by.id), (state) => {
    const isOwn = state.phase !== 'new' && state.account === by.account && state.livemode === by.livemode;
    return isOwn ? paymentResource(state.facts) : null;
  });
  return payment ?? null;
}

/** A list includes every payment that was answered before. */
async function getPayments(
  { db, list, payments }: Sources,
  request: QueryMap['payment.list']['params'],
): Promise<Page<Payment>> {
  await list.waitFor(await payments.writtenUpTo());
  return listPayments(db, request);
}

/** Statistics include every payment that was answered before. */
async function getStats(
  { db, list, payments }: Sources,
  request: QueryMap['payment.stats']['params'],
): Promise<readonly IntervalStats[]> {
  await list.waitFor(await payments.writtenUpTo());
  return readStats(db, request);
}

async function getTimeline({ store }: Sources, by: ById): Promise<readonly TimelineEntry[] | null> {
  const stored = await store.read(paymentStreams.stream(by.id), { flushedOnly: true });
  const events = stored.filter(isOurs).map((event) => paymentStreams.decode(event));
  const [first] = events;
  if (first?.metadata.account !== by.account || first.metadata.livemode !== by.livemode) return null;
  return timelineOf(events);
}
