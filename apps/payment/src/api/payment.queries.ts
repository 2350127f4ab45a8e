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

/** What payments answer to others. */
export class PaymentAnswers {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  register(queries: QueryHandlers<QueryMap>): void {
    const { simulation, quotes, preparation } = this.#sources;
    queries.register('payment.get', (params) => this.#get(params));
    queries.register('payment.list', (params) => this.#list(params));
    queries.register('payment.stats', (params) => this.#stats(params));
    queries.register('payment.timeline', (params) => this.#timeline(params));
    queries.register('payment.refusal', ({ livemode, ...order }) => quotes.refusal(livemode, order));
    queries.register(
      'payment.may_be_made',
      async ({ order, ...tenant }) => (await preparation.earlierUse(tenant, order)) !== undefined,
    );
    queries.register('payment.simulate', (params) => simulation.run(params));
  }

  /** A terminal payment does not change, so the read model has it right; any other is read from its stream. */
  async #get(by: ById): Promise<Payment | null> {
    const { db, payments } = this.#sources;
    const found = await findPayment(db, by);
    if (found !== undefined && found.status !== 'pending') return found;
    const payment = await payments.query(paymentStreams.stream(by.id), (state) => {
      const isOwn = state.phase !== 'new' && state.account === by.account && state.livemode === by.livemode;
      return isOwn ? paymentResource(state.facts) : null;
    });
    return payment ?? null;
  }

  async #list(request: QueryMap['payment.list']['params']): Promise<Page<Payment>> {
    await this.#readModelIsCurrent();
    return listPayments(this.#sources.db, request);
  }

  async #stats(request: QueryMap['payment.stats']['params']): Promise<readonly IntervalStats[]> {
    await this.#readModelIsCurrent();
    return readStats(this.#sources.db, request);
  }

  async #timeline(by: ById): Promise<readonly TimelineEntry[] | null> {
    const stored = await this.#sources.store.read(paymentStreams.stream(by.id), { flushedOnly: true });
    const events = stored.filter(isOurs).map((event) => paymentStreams.decode(event));
    const [first] = events;
    if (first?.metadata.account !== by.account || first.metadata.livemode !== by.livemode) return null;
    return timelineOf(events);
  }

  /** Lists and statistics include every payment that was answered before. */
  async #readModelIsCurrent(): Promise<void> {
    const { list, payments } = this.#sources;
    await list.waitFor(await payments.writtenUpTo());
  }
}
