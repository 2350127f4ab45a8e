import type { InboundTransfer, ChainName } from '@stablecoin/contracts';
import { pocketOf } from '@stablecoin/contracts';

import { holdDeposit, keepSmallest, takesNoMore } from '@stablecoin/funds/domain';
import { lowBalanceEvents } from './low-balance';
import { compareBalances } from './reconciliation';
import type { ChainReading } from './reconciliation';
import type { TreasuryEvent, TreasuryState } from './treasury';
import type { ChainOpened } from './followed-chains';
import type { FollowDeposits, CreditSetAside, FollowedDeposit } from './treasury-commands';

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
 * late: its deposits are already credited, or will be found again from the cursor. So are those that come while too many
 * are being screened.
 */
export function followDeposits(
  { data: { chain, after, cursor, deposits, setAside = [] }, at }: FollowDeposits,
  state: TreasuryState,
): readonly TreasuryEvent[] {
  if (state.chains.get(chain)?.cursor !== after || cursor === after || takesNoMore(state)) return [];
  const credits = creditsFor(chain, deposits, at, state);
  return [
    ...credits,
    ...setAside.map((data): TreasuryEvent => ({ type: 'TransactionSetAside', data: { chain, ...data } })),
    { type: 'DepositsFollowed', data: { chain, cursor } },
    ...afterCredits(chain, credits, state),
  ];
}

/** Credits what a transaction has brought that had been set aside. One that is not set aside any more is late. */
export function creditSetAside(
  { data: { chain, txHash, deposits }, at }: CreditSetAside,
  state: TreasuryState,
): readonly TreasuryEvent[] {
  if (state.setAside.get(chain)?.has(txHash) !== true || takesNoMore(state)) return [];
  const credits = creditsFor(chain, deposits, at, state);
  return [...credits, { type: 'SetAsideRead', data: { chain, txHash } }, ...afterCredits(chain, credits, state)];
}

function creditsFor(
  chain: ChainName,
  deposits: readonly FollowedDeposit[],
  at: number,
  state: TreasuryState,
): readonly TreasuryEvent[] {
  const credits = deposits
    .filter(({ transferId, amount }) => !state.transfers.has(transferId) && amount !== '0')
    .flatMap((deposit) => creditEvents({ ...deposit, chain }, at));
  return [...credits, ...keepSmallest(credits, state)];
}

/** Books a transfer that is new: as available, or as held until its sender is cleared. */
export function creditEvents(transfer: InboundTransfer, at: number): readonly TreasuryEvent[] {
  const { transferId, chain, currency, amount, from, txHash, screening } = transfer;
  if (screening !== undefined) return holdDeposit(transfer, screening, at);
  return [{ type: 'TreasuryCredited', data: { transferId, chain, currency, amount, from, txHash } }];
}

function afterCredits(
  chain: ChainName,
  credits: readonly TreasuryEvent[],
  state: TreasuryState,
): readonly TreasuryEvent[] {
  const usdc = credits.reduce(
    (sum, { type, data }) => sum + (type === 'TreasuryCredited' && data.currency === 'USDC' ? BigInt(data.amount) : 0n),
    0n,
  );
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
