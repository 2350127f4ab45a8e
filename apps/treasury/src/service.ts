import {
  ApprovalTerm,
  Approvals,
  Deposits,
  HeldDepositsWatch,
  StaleReservationMonitor,
  Transfers,
  approvalExpiryJob,
  countOpenReservations,
} from '@stablecoin/funds';
import { defineService } from '@stablecoin/host';
import type { ServiceHost } from '@stablecoin/host';
import { TreasuryConsumer } from './api/treasury.consumer';
import { TreasuryAnswers } from './api/treasury.queries';
import { FeeMeter } from './application/fee-meter';
import { liveTreasury, watchLiveTreasury } from './application/live-treasury';
import type { LiveTreasury } from './application/live-treasury';
import { messagesFor } from './application/messages-for';
import { Opening } from './application/opening';
import { TreasuryHandler } from './application/handlers';
import { treasuryDecider } from './domain/decide-treasury';
import { appliedBefore } from './read-model/treasury-history';
import { treasuryAudit } from './read-model/treasury-audit';
import { treasuryProjection } from './read-model/treasury-projection';
import { type TreasuryTables } from './read-model/tables';

/**
 * The treasury of each account and mode: balances, reservations, approvals, the ledger, low-balance thresholds.
 *
 * @param live - the treasury whose money is real; by default the one that the configuration names
 */
export const treasuryService = defineService(
  { name: 'treasury', usesChains: true, audit: treasuryAudit },
  (host: ServiceHost<TreasuryTables>, live: LiveTreasury | undefined = liveTreasury(host)) => {
    const { clock, log, meter, queries, configuration, db } = host;
    const overdueMs = configuration.reservationOverdueMs;
    const projection = treasuryProjection({ overdueMs });
    const readModel = host.readModel(projection);
    const handler = host.commands(TreasuryHandler, {
      decider: treasuryDecider,
      history: {
        position: () => readModel.position(),
        appliedBefore: (stream, command) => appliedBefore(db, stream, command),
      },
    });
    host.publish({ streams: projection.streams, map: messagesFor });
    host.run(new StaleReservationMonitor({ db, projector: readModel, handler, clock, log, meter, overdueMs }));
    host.job(host.jobQueue(readModel), approvalExpiryJob(host, handler));
    const watches = live === undefined ? [] : watchLiveTreasury(live, host, handler);
    host.run(...watches);
    const deposits = new Deposits(db);
    const held = new HeldDepositsWatch({ service: 'treasury', deposits, clock, log, meter });
    host.run(held);
    host.alarms(() => [...watches.flatMap((watch) => watch.alarms()), ...held.alarms()]);

    const opening = new Opening(configuration.sandboxOpeningBalance);
    const readings = { account: live?.account, watches };
    const sources = { handler, readModel, db, approvals: new Approvals(db), deposits, opening, clock, live: readings };
    new TreasuryAnswers(sources).register(queries);
    meter.gauge('reservations_open', { service: 'treasury' }, () => countOpenReservations(db));
    return {
      controllers: [TreasuryConsumer],
      providers: [
        { provide: TreasuryHandler, useValue: handler },
        { provide: Opening, useValue: opening },
        { provide: ApprovalTerm, useValue: new ApprovalTerm(configuration.approvalTtlMs) },
        { provide: FeeMeter, useValue: new FeeMeter(meter) },
        { provide: Transfers, useValue: new Transfers(db) },
      ],
    };
  },
);
