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
import type { ChainName } from '@stablecoin/contracts';
import { defineService } from '@stablecoin/host';
import type { ServiceHost } from '@stablecoin/host';
import { WalletConsumer } from './api/wallet.consumer';
import { WalletAnswers } from './api/wallet.queries';
import { ApprovalSignatures } from './application/approval-signatures';
import { messagesFor } from './application/messages-for';
import { WalletChains } from './application/wallet-chains';
import { keptAllowances } from './application/wallet-allowances';
import { WalletCredits } from './application/wallet-credits';
import { AllowanceHandler, DepositsHandler, WalletHandler } from './application/handlers';
import { WalletDeposits } from './application/wallet-deposits';
import { WalletReconciliation } from './application/wallet-reconciliation';
import { WalletWatch } from './application/wallet-watch';
import { allowanceDecider } from './domain/decide-allowance';
import { walletDecider } from './domain/decide-wallet';
import { followedDepositsDecider } from './domain/decide-followed-deposits';
import { signedFor } from './read-model/approvals';
import { appliedBefore } from './read-model/wallet-history';
import { WalletAddresses } from './read-model/wallet-addresses';
import { walletAudit } from './read-model/wallet-audit';
import { walletProjection } from './read-model/wallet-projection';
import type { WalletTables } from './read-model/tables';
import { Wallets } from './read-model/wallets';

const PROFILE = { name: 'wallet', usesChains: true, audit: walletAudit };

/** Programmable wallets: balances, spend limits, approvals. */
export const walletService = defineService(PROFILE, (host: ServiceHost<WalletTables>) => {
  const { clock, log, meter, queries, configuration, db, secrets, store, liveChains, generation } = host;
  const chains = new WalletChains(liveChains, configuration);
  const overdueMs = configuration.reservationOverdueMs;
  const addresses = new WalletAddresses(db);
  const watching = new Map<ChainName, readonly Pick<WalletReconciliation, 'note'>[]>();
  const projection = walletProjection({
    overdueMs,
    moneyMoved: (chain, walletId, at) => watching.get(chain)?.forEach((each) => each.note(walletId, at)),
  });
  const readModel = host.readModel(projection, { isAwaited: true });
  const handler = host.commands(WalletHandler, {
    decider: walletDecider,
    history: {
      position: () => readModel.position(),
      appliedBefore: (stream, command) => appliedBefore(db, stream, command),
    },
  });
  host.publish({ streams: projection.streams, map: messagesFor });
  host.run(new StaleReservationMonitor({ db, projector: readModel, handler, clock, log, meter, overdueMs }));
  host.job(host.jobQueue(readModel), approvalExpiryJob(host, handler));

  const wallets = new Wallets(db);
  const credits = new WalletCredits(handler, new Transfers(db));
  const followed = host.commands(DepositsHandler, { decider: followedDepositsDecider });
  const renewals = host.commands(AllowanceHandler, { decider: allowanceDecider });
  const alarmed: Pick<WalletDeposits, 'alarms'>[] = [];
  host.alarms(() => alarmed.flatMap((each) => each.alarms()));
  const boundary = generation?.stage === 'accepted' ? generation.lostAfter : null;
  for (const [chain, treasury] of liveChains?.treasuries ?? []) {
    const adapter = liveChains?.router.find(chain);
    if (adapter === undefined || adapter.wallets === null) continue;
    const parts = { chain, adapter, clock, log, meter };
    const reconciliation = new WalletReconciliation({ ...parts, handler });
    const live = () => wallets.live(chain);
    const following = { wallets: live, credits, handler: followed, store, boundary };
    const { deposits: screens } = configuration.screening;
    const deposits = new WalletDeposits({ ...parts, ...following, treasury, screens });
    const allowances = keptAllowances({ ...parts, wallets: handler, handler: renewals });
    const kept = allowances === null ? [] : [allowances];
    alarmed.push(deposits, ...kept);
    watching.set(chain, [reconciliation, ...kept]);
    const everyMs = configuration.treasuryLookMs;
    host.run(new WalletWatch({ ...parts, deposits, reconciliation, allowances, everyMs }));
  }

  const approvals = new Approvals(db, (row) => signedFor(row, chains));
  const heldDeposits = new Deposits(db);
  const held = new HeldDepositsWatch({ service: 'wallet', deposits: heldDeposits, clock, log, meter });
  host.run(held);
  host.alarms(() => held.alarms());
  const sources = { handler, readModel, db, wallets, approvals, deposits: heldDeposits, chains, clock };
  new WalletAnswers(sources).register(queries);
  meter.gauge('reservations_open', { service: 'wallet' }, () => countOpenReservations(db));
  return {
    controllers: [WalletConsumer],
    providers: [
      { provide: WalletHandler, useValue: handler },
      { provide: WalletAddresses, useValue: addresses },
      { provide: WalletCredits, useValue: credits },
      { provide: WalletChains, useValue: chains },
      { provide: ApprovalSignatures, useValue: new ApprovalSignatures(handler, chains, secrets) },
      { provide: ApprovalTerm, useValue: new ApprovalTerm(configuration.approvalTtlMs) },
    ],
  };
});
