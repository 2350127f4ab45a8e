import { Transfers, approvalStatus, findReservation } from '@stablecoin/funds';
import type { Kysely } from 'kysely';
import type { WalletCommand } from '../domain/wallet-commands';
import type { WalletTables } from './tables';
import { Wallets } from './wallets';

/**
 * Whether a command that the stream no longer remembers was applied (protocol rule 4), found by its effects. Each
 * reservation is requested by one command only and ends once.
 */
export async function appliedBefore(
  db: Kysely<WalletTables>,
  stream: string,
  command: WalletCommand,
): Promise<boolean> {
  switch (command.type) {
    case 'CreateWallet':
      return new Wallets(db).has(command.data.walletId);
    case 'CreditWallet':
      return new Transfers(db).has(stream, command.data.transferId);
    case 'ReserveFunds': {
      const { reservationId } = command.data;
      const reservation = await findReservation(db, stream, reservationId);
      return reservation !== undefined || (await approvalStatus(db, 'reservation_id', reservationId)) !== undefined;
    }
    case 'PostReservation':
    case 'VoidReservation':
      // The state remembers what was found.
      if ('found' in command.data) return false;
      return (await findReservation(db, stream, command.data.reservationId))?.dueAt === null;
    case 'ReturnReservation':
      return new Transfers(db).has(stream, command.data.reservationId);
    case 'ApprovePayment':
    case 'RejectPayment':
    case 'ExpireApproval':
      // While it is pending the state decides: each approver counts once there.
      return (await approvalStatus(db, 'id', command.data.approvalId)) !== 'pending';
    case 'BookTransfer':
    case 'RecordVerification':
    case 'RecordDepositScreening':
    case 'DecideDeposit':
    case 'MarkOverdue':
      // Decided by the state alone: it remembers what was booked, a wallet is verified once, and open items may be reported twice.
      return false;
  }
}
