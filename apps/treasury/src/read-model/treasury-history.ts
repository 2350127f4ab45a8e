import { Transfers, approvalStatus, findReservation } from '@stablecoin/funds';
import type { Kysely } from 'kysely';
import type { TreasuryCommand } from '../domain/treasury-commands';
import type { TreasuryTables } from './tables';

/**
 * Whether a command that the stream no longer remembers was applied (protocol rule 4), found by its effects. Each
 * reservation is requested by one command only and closed once.
 */
export async function appliedBefore(
  db: Kysely<TreasuryTables>,
  stream: string,
  command: TreasuryCommand,
): Promise<boolean> {
  switch (command.type) {
    case 'ReserveFunds': {
      const { reservationId } = command.data;
      const reservation = await findReservation(db, stream, reservationId);
      return reservation !== undefined || (await approvalStatus(db, 'reservation_id', reservationId)) !== undefined;
    }
    case 'PostReservation':
    case 'VoidReservation':
      return (await findReservation(db, stream, command.data.reservationId))?.dueAt === null;
    case 'ApprovePayment':
    case 'RejectPayment':
    case 'ExpireApproval':
      // While it is pending the state decides: everybody counts once there.
      return (await approvalStatus(db, 'id', command.data.approvalId)) !== 'pending';
    case 'ReturnReservation':
      return new Transfers(db).has(stream, command.data.reservationId);
    case 'CreditTreasury':
      return new Transfers(db).has(stream, command.data.transferId);
    case 'BookNetworkFee':
      return isFeeBooked(db, stream, command.data.submission);
    case 'ConfigureTreasury':
      return isConfigured(db, stream, command.id);
    case 'PostFound':
    case 'BookTransfer':
    case 'MarkOverdue':
    case 'OpenChain':
    case 'FollowDeposits':
    case 'CreditSetAside':
    case 'RecordDepositScreening':
    case 'DecideDeposit':
    case 'ReconcileBalances':
      // Decided by the state alone: books open once, a cursor moves once, what was found is remembered, and overdue reservations or differences may
      // be reported twice.
      return false;
  }
}

async function isConfigured(db: Kysely<TreasuryTables>, stream: string, commandId: string): Promise<boolean> {
  const row = await db
    .selectFrom('configurations')
    .select('command_id')
    .where('stream', '=', stream)
    .where('command_id', '=', commandId)
    .executeTakeFirst();
  return row !== undefined;
}

async function isFeeBooked(db: Kysely<TreasuryTables>, stream: string, submission: string): Promise<boolean> {
  const row = await db
    .selectFrom('network_fees')
    .select('submission')
    .where('stream', '=', stream)
    .where('submission', '=', submission)
    .executeTakeFirst();
  return row !== undefined;
}
