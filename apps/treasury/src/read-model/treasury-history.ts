import { Transfers, findReservation } from '@stablecoin/platform';
import type { Kysely } from 'kysely';
import type { TreasuryCommand } from '../domain/decide-treasury';
import type { TreasuryTables } from './treasury-projection';

/**
 * Whether a command that is older than what its stream remembers has been applied (protocol rule 4): known by what it
 * has left behind. Each reservation is asked for by one command only, and is closed once.
 */
export async function appliedBefore(
  db: Kysely<TreasuryTables>,
  stream: string,
  command: TreasuryCommand,
): Promise<boolean> {
  switch (command.type) {
    case 'ReserveFunds':
      return (await findReservation(db, stream, command.data.reservationId)) !== undefined;
    case 'PostReservation':
    case 'VoidReservation':
      return (await findReservation(db, stream, command.data.reservationId))?.dueAt === null;
    case 'CreditTreasury':
      return new Transfers(db).has(stream, command.data.transferId);
    case 'ConfigureTreasury':
      return isConfigured(db, stream, command.id);
    case 'OpenTreasury':
    case 'MarkOverdue':
      // Decided by the state alone: one opens what is not open, the other tells of what is and may do so twice.
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
