import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { topicOf } from '@stablecoin/contracts';
import { Projector, Publisher, Worker } from '@stablecoin/event-sourcing';
import { RethrowFilter } from '@stablecoin/messaging';
import { isAlone, ServiceComponents, staysInside, whileLeading, whileNobodyWaits } from '@stablecoin/platform';
import type { Runtime } from '@stablecoin/platform';
import { openChains } from './adapters/chains';
import { PaymentConsumer } from './api/payment.consumer';
import { registerPaymentQueries } from './api/payment.queries';
import { SubmissionBuilder, SUBMISSION_SIZE } from './application/submission-builder';
import { messagesFor } from './application/messages-for';
import { PaymentHandler, SubmissionHandler } from './application/handlers';
import { publishInTime } from './application/publish-in-time';
import { KnownScreenings } from './application/known-screenings';
import { ChainQuotes } from './application/chain-quotes';
import { NetworkFees } from './application/network-fees';
import { SubmissionTracker } from './application/submission-tracker';
import { Orders } from './application/orders';
import { CommandPreparation } from './application/preparation';
import { ScreeningDeadline } from './application/screening-deadline';
import { SettlementAlarm } from './application/settlement-alarm';
import { PaymentSimulation } from './application/simulate';
import { paymentDecider } from './domain/decide-payment';
import { submissionDecider } from './domain/decide-submission';
import { HeldPaymentWork } from './read-model/held-payment-work';
import { paymentProjection } from './read-model/payment-projection';
import { paymentWorkProjection } from './read-model/payment-work-projection';
import { WORK } from './read-model/tables';
import type { PaymentTables } from './read-model/tables';

/** Runs at the same time; a run is one sender's authorizations, one submission, or one late screening. */
const CONCURRENCY = { authorization: 8, submission: 32, networkFees: 4, screeningDeadline: 32 };

/** Payments: screening, routing, reservation, submission to the chain, settlement. */
@Module({})
export class PaymentModule {
  /** @param chains - those that the configuration names, unless told */
  static forRuntime(runtime: Runtime, chains = openChains(runtime)): DynamicModule {
    const { store, clock, log, meter, bus, queries, configuration } = runtime;
    const base = { store, clock, log, meter };
    const beforeFlush = staysInside(runtime);
    const db = runtime.database<PaymentTables>('payment');
    const resting = whileNobodyWaits(runtime, 'payment');
    const list = new Projector({ ...base, db, projection: paymentProjection, ...resting });
    const projection = paymentWorkProjection(configuration);
    const projector = new Projector({ ...base, db, projection, ...resting });
    // Elsewhere another process may write to the table at any time.
    const held = isAlone(runtime, 'payment')
      ? new HeldPaymentWork({ ...base, db, projector, projection, ...configuration })
      : undefined;

    const payments = new PaymentHandler({ ...base, beforeFlush, decider: paymentDecider });
    // The sender's decider refuses by itself what it has decided already, so a command whose id was dropped does no
    // harm: its choice comes from a list that is too old, or its submission is gone.
    const history = { position: () => projector.position(), appliedBefore: () => Promise.resolve(false) };
    const submissions = new SubmissionHandler({ ...base, beforeFlush, decider: submissionDecider, history });

    const quotes = new ChainQuotes({ chains, log, meter });
    const orders = new Orders(payments);
    meter.gauge('cache_entries', { cache: 'orders' }, () => orders.size);
    const screenings = new KnownScreenings();
    meter.gauge('cache_entries', { cache: 'known_screenings' }, () => screenings.size);
    const preparation = new CommandPreparation({ quotes, orders, screenings, queries, clock });
    const simulation = new PaymentSimulation({ quotes, queries, clock });
    registerPaymentQueries(queries, { payments, store, db, list, simulation, quotes });

    const builder = new SubmissionBuilder({ quotes, submissions, db, projector, held, clock });
    const tracker = new SubmissionTracker({ quotes, payments, submissions, store, held, clock, log, meter });
    const fees = new NetworkFees({ quotes, submissions, store, clock });
    const deadline = new ScreeningDeadline({ payments, clock, store, ...configuration });
    const work = { db, projector, clock, log, meter };
    const soon = { ...work, projector: held ?? projector };
    const parts = new ServiceComponents([
      { start: () => undefined, stop: () => Promise.all([payments.idle(), submissions.idle()]).then(() => undefined) },
      ...whileLeading(runtime, 'payment', [
        projector,
        ...(held === undefined ? [] : [held]),
        list,
        new Publisher({
          ...base,
          beforeFlush,
          name: 'payment',
          prefixes: projection.prefixes,
          db,
          map: messagesFor,
          topicOf: ({ type }) => topicOf(type),
          publish: publishInTime({ bus, store, clock }),
        }),
        new Worker({
          ...soon,
          kind: WORK.authorization,
          concurrency: CONCURRENCY.authorization,
          batchSize: SUBMISSION_SIZE,
          run: (rows) => builder.run(rows),
        }),
        new Worker({
          ...soon,
          kind: WORK.submission,
          concurrency: CONCURRENCY.submission,
          run: (rows) => tracker.run(rows),
        }),
        new Worker({
          ...work,
          kind: WORK.networkFees,
          concurrency: CONCURRENCY.networkFees,
          run: (rows) => fees.run(rows),
        }),
        new Worker({
          ...work,
          kind: WORK.screeningDeadline,
          concurrency: CONCURRENCY.screeningDeadline,
          run: (rows) => deadline.run(rows),
        }),
      ]),
    ]);
    return {
      module: PaymentModule,
      controllers: [PaymentConsumer],
      providers: [
        { provide: APP_FILTER, useClass: RethrowFilter },
        { provide: PaymentHandler, useValue: payments },
        { provide: Orders, useValue: orders },
        { provide: CommandPreparation, useValue: preparation },
        { provide: SettlementAlarm, useValue: new SettlementAlarm(log, meter) },
        { provide: ServiceComponents, useValue: parts },
      ],
    };
  }
}
