import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Projector, Publisher } from '@stablecoin/event-sourcing';
import { RethrowFilter } from '@stablecoin/messaging';
import {
  StaleReservationMonitor,
  ServiceComponents,
  Transfers,
  countOpenReservations,
  staysInside,
  whileLeading,
  whileNobodyWaits,
} from '@stablecoin/platform';
import type { Runtime } from '@stablecoin/platform';
import { TreasuryConsumer } from './api/treasury.consumer';
import { TreasuryQueries } from './api/treasury.queries';
import { FeeMeter } from './application/fee-meter';
import { messagesFor } from './application/messages-for';
import { liveTreasury, watchLiveTreasury } from './application/live-treasury';
import { Opening } from './application/opening';
import { TreasuryHandler } from './application/treasury-handler';
import { treasuryDecider } from './domain/decide-treasury';
import { appliedBefore } from './read-model/treasury-history';
import { treasuryProjection, type TreasuryTables } from './read-model/treasury-projection';

/** The treasury of each account and mode: balances, reservations, the ledger, low-balance thresholds. */
@Module({})
export class TreasuryModule {
  /** @param live - the treasury whose money is real, as the configuration names it, unless told */
  static forRuntime(runtime: Runtime, live = liveTreasury(runtime)): DynamicModule {
    const { store, clock, log, meter, bus, configuration } = runtime;
    const beforeFlush = staysInside(runtime);
    const db = runtime.database<TreasuryTables>('treasury');
    const overdueMs = configuration.reservationOverdueMs;
    const projection = treasuryProjection({ overdueMs });
    const projector = new Projector({
      store,
      db,
      projection,
      clock,
      log,
      meter,
      ...whileNobodyWaits(runtime, 'treasury'),
    });
    const handler = new TreasuryHandler({
      ...{ store, clock, log, meter, beforeFlush },
      decider: treasuryDecider,
      history: {
        position: () => projector.position(),
        appliedBefore: (stream, command) => appliedBefore(db, stream, command),
      },
    });
    const publisher = new Publisher({
      ...{ store, db, clock, log, meter, beforeFlush },
      name: 'treasury',
      prefixes: projection.prefixes,
      map: messagesFor,
      publish: (messages) => bus.publish(messages),
    });
    const watch = new StaleReservationMonitor({ db, projector, handler, clock, log, meter, overdueMs });
    const onChain = live === undefined ? [] : watchLiveTreasury(live, runtime, handler);
    const opening = new Opening(configuration.sandboxOpeningBalance);
    new TreasuryQueries(handler, projector, db, opening, clock).register(runtime.queries);
    meter.gauge('reservations_open', { service: 'treasury' }, () => countOpenReservations(db));
    return {
      module: TreasuryModule,
      controllers: [TreasuryConsumer],
      providers: [
        { provide: APP_FILTER, useClass: RethrowFilter },
        { provide: TreasuryHandler, useValue: handler },
        { provide: Opening, useValue: opening },
        { provide: FeeMeter, useValue: new FeeMeter(meter) },
        { provide: Transfers, useValue: new Transfers(db) },
        {
          provide: ServiceComponents,
          useValue: new ServiceComponents([
            { start: () => undefined, stop: () => handler.idle() },
            ...whileLeading(runtime, 'treasury', [projector, publisher, watch, ...onChain]),
          ]),
        },
      ],
    };
  }
}
