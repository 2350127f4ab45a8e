import { labelsOf, labelWriter, type LabelRow, type Projection, type StoredEvent } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';
import {
  projectApprovals,
  projectDeposits,
  projectLedger,
  projectReservations,
  projectTransfers,
} from '@stablecoin/funds';
import type { Movement } from '@stablecoin/funds/domain';
import type { Transaction } from 'kysely';
import { movementsOf } from '../domain/ledger';
import { walletStreams } from '../domain/streams';
import type { WalletEvent } from '../domain/wallet-events';
import { walletOf } from './approvals';
import { createWalletTables, type WalletTables } from './tables';

export interface WalletProjectionOptions {
  readonly overdueMs: number;
  /** Called when money of a live wallet has moved, with the time. */
  readonly moneyMoved?: (chain: ChainName, walletId: string, at: number) => void;
}

/** The read model of all wallets: lists, approvals, ledgers, and what the streams need no longer remember. */
export function walletProjection({
  overdueMs,
  moneyMoved = () => undefined,
}: WalletProjectionOptions): Projection<WalletTables, WalletEvent> {
  return {
    name: 'wallet',
    streams: [walletStreams],
    version: 5,
    tables: [
      'wallets',
      'wallet_metadata',
      'approvals',
      'deposits',
      'transfers',
      'ledger_entries',
      'reservations',
      'work',
    ],
    createTables: createWalletTables,
    apply: async (events, trx, jobs) => {
      await projectReservations(trx, events, overdueMs);
      await projectWallets(trx, events);
      await projectTransfers(trx, events);
      await projectLedger(trx, events, movementsIn);
      tellMoved(events, moneyMoved);
      await projectApprovals(trx, events, jobs, walletOf);
      await projectDeposits(trx, events, (event) => walletStreams.idOf(event));
    },
  };
}

/** A refusal moves no money. */
function movementsIn(event: StoredEvent<WalletEvent>): readonly Movement[] {
  return event.type === 'CommandRefused' ? [] : movementsOf(event);
}

function tellMoved(
  events: readonly StoredEvent<WalletEvent>[],
  moneyMoved: NonNullable<WalletProjectionOptions['moneyMoved']>,
): void {
  for (const event of events) {
    const { type, data } = event;
    const hasMoved =
      type === 'WalletCredited' ||
      type === 'DepositHeld' ||
      type === 'ReservationPosted' ||
      type === 'ReservationReturned' ||
      type === 'FoundTransferPosted' ||
      type === 'TransferBooked';
    if (!event.metadata.livemode || !hasMoved) continue;
    moneyMoved(data.chain, walletStreams.idOf(event), event.metadata.at);
  }
}

const WRITE_METADATA = labelWriter('wallet_metadata');

type Status = WalletTables['wallets']['status'];

async function projectWallets(
  trx: Transaction<WalletTables>,
  events: readonly StoredEvent<WalletEvent>[],
): Promise<void> {
  const rows = new Map<string, WalletTables['wallets']>();
  const inReview: string[] = [];
  const refused: string[] = [];
  const labels: LabelRow[] = [];
  for (const event of events) {
    const { type, data } = event;
    if (type === 'WalletInReview') inReview.push(data.walletId);
    if (type === 'WalletRefused') refused.push(data.walletId);
    if (type !== 'WalletRequested' && type !== 'WalletCreated') continue;
    // From its first event: nothing changes it.
    if (!rows.has(data.walletId)) {
      labels.push(...labelsOf({ ...data, owner: data.walletId }, data.metadata));
    }
    rows.set(data.walletId, {
      id: data.walletId,
      account: data.account,
      livemode: data.livemode ? 1 : 0,
      address: data.address,
      owner: data.owner,
      chain: data.chain,
      status: type === 'WalletCreated' ? 'active' : 'verifying',
      created_at: data.createdAt,
    });
  }
  if (rows.size > 0) {
    await trx
      .insertInto('wallets')
      .values([...rows.values()])
      .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ status: eb.ref('excluded.status') })))
      .execute();
  }
  if (labels.length > 0) await WRITE_METADATA.run(trx, labels);
  const become = (status: Status, ids: readonly string[]) =>
    trx.updateTable('wallets').set({ status }).where('id', 'in', ids);
  if (inReview.length > 0) await become('in_review', inReview).where('status', '=', 'verifying').execute();
  if (refused.length > 0) {
    await become('rejected', refused).where('status', '=', 'in_review').execute();
    await become('refused', refused).where('status', '!=', 'rejected').execute();
  }
}
