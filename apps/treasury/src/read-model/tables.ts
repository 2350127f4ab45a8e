import type { ApprovalTables, DepositTables, LedgerTables, ReservationTables, TransferTables } from '@stablecoin/funds';
import type { ChainName, Units } from '@stablecoin/contracts';
import type { BalanceTables } from './balance-history';

export interface TreasuryTables
  extends ApprovalTables, BalanceTables, DepositTables, LedgerTables, ReservationTables, TransferTables {
  /** Settings that were made, by command: a repetition must not undo a later one. */
  readonly configurations: { readonly stream: string; readonly command_id: string };
  /** What sending has cost, by submission. */
  readonly network_fees: {
    readonly stream: string;
    readonly submission: string;
    readonly at: number;
    readonly chain: ChainName;
    /** Wei, or lamports. */
    readonly amount: Units;
  };
}
