import type { JobDeclaration, ServicePorts } from '@stablecoin/host';
import type { MemoryPaymentJobQueue } from '../read-model/memory-payment-job-queue';
import { JOB } from '../read-model/tables';
import type { ChainQuotes } from './chain-quotes';
import { DoubtfulPayments } from './doubtful-payments';
import type { PaymentHandler, SubmissionHandler } from './handlers';
import { NetworkFees } from './network-fees';
import type { Orders } from './orders';
import type { CommandPreparation } from './preparation';
import { ScreeningDeadline } from './screening-deadline';
import type { SealedSignatures } from './sealed-signatures';
import type { SettlementAlarm } from './settlement-alarm';
import { SUBMISSION_SIZE, SubmissionBuilder } from './submission-builder';
import { SubmissionTracker } from './submission-tracker';
import { UndonePayments } from './undone-payments';
import { WaitingPayments } from './waiting-payments';

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

/** What the jobs work with, beside the host's ports. */
interface JobParts {
  /** The queue of the submission jobs. */
  readonly queue: MemoryPaymentJobQueue;
  readonly quotes: ChainQuotes;
  readonly payments: PaymentHandler;
  readonly submissions: SubmissionHandler;
  readonly preparation: CommandPreparation;
  readonly orders: Orders;
  readonly alarm: SettlementAlarm;
  readonly signatures: SealedSignatures;
}

/** The jobs that send payments to the chains, and watch them until they are final. */
export function submissionJobs(
  { clock, log, meter, tracer }: Pick<ServicePorts, 'clock' | 'log' | 'meter' | 'tracer'>,
  { queue, quotes, payments, submissions, signatures }: JobParts,
): readonly JobDeclaration[] {
  const builder = new SubmissionBuilder({ quotes, submissions, queue, signatures, clock, tracer });
  const tracker = new SubmissionTracker({
    quotes,
    payments,
    submissions,
    queue,
    signatures,
    clock,
    log,
    meter,
    tracer,
  });
  return [
    {
      kind: JOB.authorization,
      concurrency: CONCURRENCY.authorization,
      batchSize: SUBMISSION_SIZE,
      run: (taken) => builder.run(taken),
    },
    { kind: JOB.submission, concurrency: CONCURRENCY.submission, run: (taken) => tracker.run(taken) },
  ];
}

/** The jobs that read what a submission has cost, and those of payments that wait. */
export function paymentJobs(
  { store, clock, configuration }: Pick<ServicePorts, 'store' | 'clock' | 'configuration'>,
  { quotes, payments, submissions, preparation, orders, alarm, signatures }: JobParts,
): readonly JobDeclaration[] {
  const fees = new NetworkFees({ quotes, submissions, store, clock });
  const waiting = new WaitingPayments({ payments, preparation, orders, clock });
  const doubtful = new DoubtfulPayments({ payments, preparation, clock });
  const undone = new UndonePayments({ payments, quotes, signatures, alarm, clock });
  const deadline = new ScreeningDeadline({ payments, clock, store, ...configuration });
  return [
    { kind: JOB.networkFees, concurrency: CONCURRENCY.networkFees, run: (taken) => fees.run(taken) },
    { kind: JOB.waiting, concurrency: CONCURRENCY.waiting, run: (taken) => waiting.run(taken) },
    { kind: JOB.doubt, concurrency: CONCURRENCY.doubt, run: (taken) => doubtful.run(taken) },
    { kind: JOB.undone, concurrency: CONCURRENCY.undone, run: (taken) => undone.run(taken) },
    {
      kind: JOB.screeningDeadline,
      concurrency: CONCURRENCY.screeningDeadline,
      run: (taken) => deadline.run(taken),
    },
  ];
}
