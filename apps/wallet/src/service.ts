import { StaleReservationMonitor, Transfers, countOpenReservations } from '@stablecoin/reservations';
import { defineService } from '@stablecoin/service-host';
import type { ServiceHost } from '@stablecoin/service-host';
import { WalletConsumer } from './api/wallet.consumer';
import { WalletAnswers } from './api/wallet.queries';
import { ApprovalTerm, approvalExpiryJob } from './application/approval-expiry';
import { ApprovalSignatures } from './application/approval-signatures';
import { messagesFor } from './application/messages-for';
import { WalletChains } from './application/wallet-chains';
import { WalletHandler } from './application/wallet-handler';
import { walletDecider } from './domain/decide-wallet';
import { Approvals } from './read-model/approvals';
import { appliedBefore } from './read-model/wallet-history';
import { WALLETS_CACHED, WalletAddresses } from './read-model/wallet-addresses';
import { walletProjection } from './read-model/wallet-projection';
import type { WalletTables } from './read-model/wallet-tables';
import { Wallets } from './read-model/wallets';

/** Programmable wallets: balances, spend limits, approvals. */
export const walletService = defineService({ name: 'wallet', usesChains: true }, (host: ServiceHost<WalletTables>) => {
  const { clock, log, meter, queries, configuration, db, secrets, liveChains } = host;
  const chains = new WalletChains(liveChains, configuration);
  const overdueMs = configuration.reservationOverdueMs;
  const addresses = new WalletAddresses(db, host.cache({ max: WALLETS_CACHED }));
  meter.gauge('cache_entries', { cache: 'wallet_addresses' }, () => addresses.size);
  const projection = walletProjection({ overdueMs, walletsChange: () => addresses.forget() });
  const readModel = host.readModel(projection, { isAwaited: true });
  const handler = host.commands(WalletHandler, {
    decider: walletDecider,
    history: {
      position: () => readModel.position(),
      appliedBefore: (stream, command) => appliedBefore(db, stream, command),
    },
  });
  host.publish({ prefixes: projection.prefixes, map: messagesFor });
  host.run(new StaleReservationMonitor({ db, projector: readModel, handler, clock, log, meter, overdueMs }));
  host.job(readModel, approvalExpiryJob(host, handler));

  new WalletAnswers(handler, readModel, new Wallets(db), new Approvals(db, chains), chains, clock).register(queries);
  meter.gauge('reservations_open', { service: 'wallet' }, () => countOpenReservations(db));
  return {
    controllers: [WalletConsumer],
    providers: [
      { provide: WalletHandler, useValue: handler },
      { provide: WalletAddresses, useValue: addresses },
      { provide: Transfers, useValue: new Transfers(db) },
      { provide: WalletChains, useValue: chains },
      { provide: ApprovalSignatures, useValue: new ApprovalSignatures(handler, chains, secrets) },
      { provide: ApprovalTerm, useValue: new ApprovalTerm(configuration.approvalTtlMs) },
    ],
  };
});
