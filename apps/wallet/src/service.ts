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
  isAlone,
  staysInside,
  whileLeading,
} from '@stablecoin/platform';
import type { Runtime } from '@stablecoin/platform';
import { WalletConsumer } from './api/wallet.consumer';
import { WalletAnswers } from './api/wallet.queries';
import { ApprovalTerm, approvalExpiryWorker } from './application/approval-expiry';
import { messagesFor } from './application/messages-for';
import { WalletHandler } from './application/wallet-handler';
import { walletDecider } from './domain/decide-wallet';
import { Approvals } from './read-model/approvals';
import { appliedBefore } from './read-model/wallet-history';
import { WalletAddresses } from './read-model/wallet-addresses';
import { walletProjection } from './read-model/wallet-projection';
import type { WalletTables } from './read-model/wallet-tables';
import { Wallets } from './read-model/wallets';

/** Programmable wallets: balances, spend limits, approvals. */
@Module({})
export class WalletModule {
  static forRuntime(runtime: Runtime): DynamicModule {
    const { store, clock, log, meter, bus, configuration } = runtime;
    const beforeFlush = staysInside(runtime);
    const db = runtime.database<WalletTables>('wallet');
    const overdueMs = configuration.reservationOverdueMs;
    const addresses = new WalletAddresses(db, { shared: !isAlone(runtime, 'wallet') });
    meter.gauge('cache_entries', { cache: 'wallet_addresses' }, () => addresses.size);
    const projection = walletProjection({ overdueMs, walletsChange: () => addresses.forget() });
    const projector = new Projector({ store, db, projection, clock, log, meter });
    const handler = new WalletHandler({
      ...{ store, clock, log, meter, beforeFlush },
      decider: walletDecider,
      history: {
        position: () => projector.position(),
        appliedBefore: (stream, command) => appliedBefore(db, stream, command),
      },
    });
    const publisher = new Publisher({
      ...{ store, db, clock, log, meter, beforeFlush },
      name: 'wallet',
      prefixes: projection.prefixes,
      map: messagesFor,
      publish: (messages) => bus.publish(messages),
    });
    const watched = { db, projector, clock, log, meter };
    new WalletAnswers(handler, projector, new Wallets(db), new Approvals(db), clock).register(runtime.queries);
    meter.gauge('reservations_open', { service: 'wallet' }, () => countOpenReservations(db));
    return {
      module: WalletModule,
      controllers: [WalletConsumer],
      providers: [
        { provide: APP_FILTER, useClass: RethrowFilter },
        { provide: WalletHandler, useValue: handler },
        { provide: WalletAddresses, useValue: addresses },
        { provide: Transfers, useValue: new Transfers(db) },
        { provide: ApprovalTerm, useValue: new ApprovalTerm(configuration.approvalTtlMs) },
        {
          provide: ServiceComponents,
          useValue: new ServiceComponents([
            { start: () => undefined, stop: () => handler.idle() },
            ...whileLeading(runtime, 'wallet', [
              projector,
              publisher,
              new StaleReservationMonitor({ ...watched, handler, overdueMs }),
              approvalExpiryWorker(watched, handler),
            ]),
          ]),
        },
      ],
    };
  }
}
