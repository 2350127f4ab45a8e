import { pocketOf } from '@stablecoin/money';
import type { ChainName, Currency, Units } from '@stablecoin/money';
import type { Command } from '@stablecoin/event-sourcing';
import { lowBalanceEvents } from './low-balance';
import { compareBalances } from './reconciliation';
import type { ChainReading } from './reconciliation';
import type { ChainOpened, SetAsideTransaction, TreasuryCredited, TreasuryEvent, TreasuryState } from './treasury';

/** A page of deposits, as the chain tells of them once they are final. */
export type FollowDeposits = Command<
  'FollowDeposits',
  {
    readonly chain: ChainName;
    /** Where the books were when the page was read: only one page ever begins there. */
    readonly after: string;
    readonly cursor: string;
    readonly deposits: readonly FollowedDeposit[];
    /** What could not be read of the page. Left out: nothing. */
    readonly setAside?: readonly SetAsideTransaction[];
  }
>;
/** A transaction that was set aside was read. */
export type CreditSetAside = Command<
  'CreditSetAside',
  {
    readonly chain: ChainName;
    readonly txHash: string;
    /** All that it has brought. */
    readonly deposits: readonly FollowedDeposit[];
  }
>;
export interface FollowedDeposit {
  /** The transfer's own identity, over all chains. */
  readonly transferId: string;
  readonly currency: Currency;
  readonly amount: Units;
  readonly from: string;
  readonly txHash: string;
}
/** The balances of a chain were read, and are not what the books say. */
export type ReconcileBalances = Command<'ReconcileBalances', ChainReading>;

/** Opens the books of a chain, once. */
export function openChain(
  { chain, address, cursor, balances }: ChainOpened['data'],
  state: TreasuryState,
): readonly TreasuryEvent[] {
  if (state.chains.has(chain)) return [];
  return [
    { type: 'ChainOpened', data: { chain, address, cursor, balances } },
    ...lowBalanceEvents(state, { chain, currency: 'USDC', available: BigInt(balances.USDC), reserved: 0n }),
  ];
}

/**
 * Credits a page of deposits and moves the cursor past it, in one append. A page that does not begin at the cursor is
 * late: its deposits are already credited, or will be found again from the cursor.
 */
export function followDeposits(
  { chain, after, cursor, deposits, setAside = [] }: FollowDeposits['data'],
  state: TreasuryState,
): readonly TreasuryEvent[] {
  if (state.chains.get(chain)?.cursor !== after || cursor === after) return [];
  const credits = creditsFor(chain, deposits, state);
  return [
    ...credits,
    ...setAside.map((data): TreasuryEvent => ({ type: 'TransactionSetAside', data: { chain, ...data } })),
    { type: 'DepositsFollowed', data: { chain, cursor } },
    ...afterCredits(chain, credits, state),
  ];
}

/** Credits what a transaction has brought that had been set aside. One that is not set aside any more is late. */
export function creditSetAside(
  { chain, txHash, deposits }: CreditSetAside['data'],
  state: TreasuryState,
): readonly TreasuryEvent[] {
  if (state.setAside.get(chain)?.has(txHash) !== true) return [];
  const credits = creditsFor(chain, deposits, state);
  return [...credits, { type: 'SetAsideRead', data: { chain, txHash } }, ...afterCredits(chain, credits, state)];
}

function creditsFor(
  chain: ChainName,
  deposits: readonly FollowedDeposit[],
  state: TreasuryState,
): readonly TreasuryCredited[] {
  return deposits
    .filter(({ transferId, amount }) => !state.transfers.has(transferId) && amount !== '0')
    .map(({ transferId, currency, amount, from, txHash }) => ({
      type: 'TreasuryCredited',
      data: { transferId, chain, currency, amount, from, txHash },
    }));
}

function afterCredits(
  chain: ChainName,
  credits: readonly TreasuryCredited[],
  state: TreasuryState,
): readonly TreasuryEvent[] {
  const usdc = credits.reduce((sum, { data }) => sum + (data.currency === 'USDC' ? BigInt(data.amount) : 0n), 0n);
  return lowBalanceEvents(state, { chain, currency: 'USDC', available: usdc, reserved: 0n });
}

/** Tells of a difference when it is another than before, and of its end; changes no balance. */
export function reconcile(reading: ChainReading, state: TreasuryState): readonly TreasuryEvent[] {
  const { chain } = reading;
  return (compareBalances(state, reading) ?? []).flatMap((found): TreasuryEvent[] => {
    const { currency } = found;
    const told = state.differences.get(pocketOf(chain, currency)) ?? 0n;
    if (BigInt(found.difference) === told) return [];
    if (found.difference === '0') return [{ type: 'BalanceReconciled', data: { chain, currency } }];
    return [{ type: 'BalanceDiffered', data: { ...found, chain } }];
  });
}
