import type { Chains } from '@stablecoin/chains';
import { topicOf } from '@stablecoin/contracts';
import type { JobQueue } from '@stablecoin/event-sourcing';
import { defineService } from '@stablecoin/host';
import type { ServiceHost } from '@stablecoin/host';
import { openChains } from './adapters/chains';
import { PaymentConsumer } from './api/payment.consumer';
import { registerPaymentQueries } from './api/payment.queries';
import { ChainQuotes } from './application/chain-quotes';
import { DoubtfulPayments } from './application/doubtful-payments';
import { EarlierUses } from './application/earlier-uses';
import { PaymentHandler, SubmissionHandler } from './application/handlers';
import { KnownScreenings } from './application/known-screenings';
import { messagesFor } from './application/messages-for';
import { NetworkFees } from './application/network-fees';
import { OnchainIds } from './application/onchain-ids';
import { Orders } from './application/orders';
import { PaymentMeter } from './application/payment-meter';
import { CommandPreparation } from './application/preparation';
import { publishInTime } from './application/publish-in-time';
import { isStored } from './application/stored-transactions';
import { ScreeningDeadline } from './application/screening-deadline';
import { SettlementAlarm } from './application/settlement-alarm';
import { SealedSignatures } from './application/sealed-signatures';
import { PaymentSimulation } from './application/simulate';
import { SUBMISSION_SIZE, SubmissionBuilder } from './application/submission-builder';
import { SubmissionTracker } from './application/submission-tracker';
import { UndonePayments } from './application/undone-payments';
import { WaitingPayments } from './application/waiting-payments';
import { paymentDecider } from './domain/decide-payment';
import { submissionDecider } from './domain/decide-submission';
import { MemoryPaymentJobQueue } from './read-model/memory-payment-job-queue';
import { TablePaymentJobQueue } from './read-model/payment-job-queue';
import { paymentAudit } from './read-model/payment-audit';
import { paymentProjection } from './read-model/payment-projection';
import { paymentJobProjection } from './read-model/payment-job-projection';
import { PendingPayments } from './read-model/pending-payments';
import { JOB } from './read-model/tables';
import type { PaymentTables } from './read-model/tables';

/** Runs at the same time; a run is one sender's authorizations, one submission, or one payment that waits. */
const CONCURRENCY = {
  authorization: 8,
  submission: 32,
  networkFees: 4,
  screeningDeadline: 32,
  waiting: 8,
  doubt: 8,
  undone: 8,
};

/**
 * Payments: screening, routing, reservation, submission to the chain, settlement.
 *
 * @param chains - by default those that the configuration names
 */
export const paymentService = defineService(
  { name: 'payment', asks: ['wallet', 'treasury', 'compliance'], usesChains: true, isStored, audit: paymentAudit },
  (host: ServiceHost<PaymentTables>, chains: Chains = openChains(host)) => {
    const { store, clock, generation, log, meter, queries, configuration, db, secrets } = host;
    const projection = paymentJobProjection(configuration);
    const readModel = host.readModel(projection);
    const jobs = host.jobQueue(readModel);
    const table = new TablePaymentJobQueue({ store, db, queue: jobs });
    const memory = { db, clock, log, projection, table, ...configuration };
    const urgentJobs = host.memoryQueue((source) => new MemoryPaymentJobQueue({ ...memory, store: source }));
    const list = host.readModel(paymentProjection);

    const paymentMeter = new PaymentMeter(meter);
    paymentMeter.watch(new PendingPayments(db, clock));
    const payments = host.commands(PaymentHandler, {
      decider: paymentDecider,
      appended: (events) => paymentMeter.listen(events),
    });
    // The sender's decider refuses by itself what it has decided already, so a command whose id was dropped does no
    // harm: its choice comes from a list that is too old, or its submission is gone.
    const history = { position: () => readModel.position(), appliedBefore: () => Promise.resolve(false) };
    const submissions = host.commands(SubmissionHandler, { decider: submissionDecider, history });

    const quotes = new ChainQuotes({ chains, log, meter });
    const orders = new Orders(payments);
    meter.gauge('cache_entries', { cache: 'orders' }, () => orders.size);
    const screenings = new KnownScreenings();
    meter.gauge('cache_entries', { cache: 'known_screenings' }, () => screenings.size);
    const onchainIds = new OnchainIds(configuration.onchainIdKey, secrets);
    const earlierUses = new EarlierUses({ quotes, log, isRestored: generation?.stage === 'accepted' });
    const readings = { quotes, onchainIds, earlierUses };
    const { approvalsUntil } = generation ?? {};
    const preparation = new CommandPreparation({ ...readings, orders, screenings, queries, clock, approvalsUntil });
    const simulation = new PaymentSimulation({ quotes, queries, clock });
    registerPaymentQueries(queries, { payments, store, db, list, simulation, quotes, preparation });

    host.publish({
      streams: projection.streams,
      map: messagesFor,
      topicOf: ({ type }) => topicOf(type),
      through: (publish) => publishInTime({ publish, store, clock }),
    });
    const alarm = new SettlementAlarm(log, meter);
    runJobs(host, { jobs, urgentJobs, quotes, payments, submissions, preparation, orders, alarm });
    return {
      controllers: [PaymentConsumer],
      providers: [
        { provide: PaymentHandler, useValue: payments },
        { provide: Orders, useValue: orders },
        { provide: CommandPreparation, useValue: preparation },
        { provide: SettlementAlarm, useValue: alarm },
      ],
    };
  },
);

/** What the jobs work with, beside the host's ports. */
interface JobParts {
  readonly jobs: JobQueue;
  readonly urgentJobs: MemoryPaymentJobQueue;
  readonly quotes: ChainQuotes;
  readonly payments: PaymentHandler;
  readonly submissions: SubmissionHandler;
  readonly preparation: CommandPreparation;
  readonly orders: Orders;
  readonly alarm: SettlementAlarm;
}

/** Declares who sends payments to the chains, and who looks at those that wait. */
function runJobs(host: ServiceHost<PaymentTables>, parts: JobParts): void {
  const { store, clock, log, meter, tracer, configuration, secrets } = host;
  const { jobs, urgentJobs, quotes, payments, submissions, preparation, orders, alarm } = parts;
  const signatures = new SealedSignatures(secrets);
  const builder = new SubmissionBuilder({ quotes, submissions, queue: urgentJobs, signatures, clock, tracer });
  host.job(urgentJobs, {
    kind: JOB.authorization,
    concurrency: CONCURRENCY.authorization,
    batchSize: SUBMISSION_SIZE,
    run: (taken) => builder.run(taken),
  });
  const tracker = new SubmissionTracker({
    quotes,
    payments,
    submissions,
    queue: urgentJobs,
    signatures,
    clock,
    log,
    meter,
    tracer,
  });
  host.job(urgentJobs, {
    kind: JOB.submission,
    concurrency: CONCURRENCY.submission,
    run: (taken) => tracker.run(taken),
  });
  const fees = new NetworkFees({ quotes, submissions, store, clock });
  host.job(jobs, {
    kind: JOB.networkFees,
    concurrency: CONCURRENCY.networkFees,
    run: (taken) => fees.run(taken),
  });
  const waiting = new WaitingPayments({ payments, preparation, orders, clock });
  host.job(jobs, { kind: JOB.waiting, concurrency: CONCURRENCY.waiting, run: (taken) => waiting.run(taken) });
  const doubtful = new DoubtfulPayments({ payments, preparation, clock });
  host.job(jobs, { kind: JOB.doubt, concurrency: CONCURRENCY.doubt, run: (taken) => doubtful.run(taken) });
  const undone = new UndonePayments({ payments, quotes, signatures, alarm, clock });
  host.job(jobs, { kind: JOB.undone, concurrency: CONCURRENCY.undone, run: (taken) => undone.run(taken) });
  const deadline = new ScreeningDeadline({ payments, clock, store, ...configuration });
  host.job(jobs, {
    kind: JOB.screeningDeadline,
    concurrency: CONCURRENCY.screeningDeadline,
    run: (taken) => deadline.run(taken),
  });
}
