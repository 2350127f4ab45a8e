import type { Chains } from '@stablecoin/chains';
import { topicOf } from '@stablecoin/contracts';
import { defineService } from '@stablecoin/host';
import type { ServiceHost } from '@stablecoin/host';
import { openChains } from './adapters/chains';
import { PaymentConsumer } from './api/payment.consumer';
import { PaymentAnswers } from './api/payment.queries';
import { RulesConsumer } from './api/rules.consumer';
import { RulesAnswers } from './api/rules.queries';
import { ChainQuotes } from './application/chain-quotes';
import { EarlierUses } from './application/earlier-uses';
import { PaymentHandler, RulesHandler, SubmissionHandler } from './application/handlers';
import { paymentJobs, submissionJobs } from './application/jobs';
import { KnownScreenings } from './application/known-screenings';
import { messagesFor } from './application/messages-for';
import { OnchainIds } from './application/onchain-ids';
import { Orders } from './application/orders';
import { PaymentMeter } from './application/payment-meter';
import { CommandPreparation } from './application/preparation';
import { publishInTime } from './application/publish-in-time';
import { RulesInForce } from './application/rules-in-force';
import { rulesMessagesFor } from './application/rules-messages';
import { isStored } from './application/stored-transactions';
import { SettlementAlarm } from './application/settlement-alarm';
import { SealedSignatures } from './application/sealed-signatures';
import { PaymentSimulation } from './application/simulate';
import { paymentDecider } from './domain/decide-payment';
import { rulesDecider } from './domain/decide-rules';
import { submissionDecider } from './domain/decide-submission';
import type { RulesEvent } from './domain/rules';
import { rulesStreams } from './domain/streams';
import type { PaymentServiceEvent } from './domain/streams';
import { MemoryPaymentJobQueue } from './read-model/memory-payment-job-queue';
import { TablePaymentJobQueue } from './read-model/payment-job-queue';
import { paymentAudit } from './read-model/payment-audit';
import { paymentProjection } from './read-model/payment-projection';
import { paymentJobProjection } from './read-model/payment-job-projection';
import { PendingPayments } from './read-model/pending-payments';
import type { PaymentTables } from './read-model/tables';

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

    const ruleBook = host.commands(RulesHandler, { decider: rulesDecider, durable: true });
    const rules = new RulesInForce(ruleBook, clock);
    meter.gauge('cache_entries', { cache: 'rules' }, () => rules.size);

    const quotes = new ChainQuotes({ chains, log, meter });
    const orders = new Orders(payments);
    meter.gauge('cache_entries', { cache: 'orders' }, () => orders.size);
    const screenings = new KnownScreenings();
    meter.gauge('cache_entries', { cache: 'known_screenings' }, () => screenings.size);
    const onchainIds = new OnchainIds(configuration.onchainIdKey, secrets);
    const earlierUses = new EarlierUses({ quotes, log, isRestored: generation?.stage === 'accepted' });
    const readings = { quotes, onchainIds, earlierUses, rules };
    const { approvalsUntil } = generation ?? {};
    const preparation = new CommandPreparation({ ...readings, orders, screenings, queries, clock, approvalsUntil });
    const simulation = new PaymentSimulation({ quotes, queries, rules, clock });
    new PaymentAnswers({ payments, store, db, list, simulation, quotes, preparation }).register(queries);
    new RulesAnswers({ rules: ruleBook, inForce: rules, store, clock }).register(queries);

    host.publish<PaymentServiceEvent | RulesEvent>({
      streams: [...projection.streams, rulesStreams],
      map: (event) => (rulesStreams.holds(event) ? rulesMessagesFor(event) : messagesFor(event)),
      topicOf: ({ type }) => topicOf(type),
      through: (publish) => publishInTime({ publish, store, clock }),
    });
    const alarm = new SettlementAlarm(log, meter);
    const signatures = new SealedSignatures(secrets);
    const parts = { queue: urgentJobs, quotes, payments, submissions, preparation, orders, alarm, signatures };
    for (const job of submissionJobs(host, parts)) host.job(urgentJobs, job);
    for (const job of paymentJobs(host, parts)) host.job(jobs, job);
    return {
      controllers: [PaymentConsumer, RulesConsumer],
      providers: [
        { provide: PaymentHandler, useValue: payments },
        { provide: RulesHandler, useValue: ruleBook },
        { provide: Orders, useValue: orders },
        { provide: CommandPreparation, useValue: preparation },
        { provide: SettlementAlarm, useValue: alarm },
      ],
    };
  },
);
