import { CHAIN_NAMES, pocketOf } from '@stablecoin/contracts';
import type { ChainName, Currency } from '@stablecoin/contracts';
import { THRESHOLD_SCOPES, balancesFrom } from './treasury';
import type { LowBalanceCleared, LowBalanceReached, ThresholdScope, TreasuryState } from './treasury';

type LowBalanceEvent = LowBalanceReached | LowBalanceCleared;

/** How the balances of one chain and currency change by the event that is being decided, in minor units. */
export interface Change {
  readonly chain: ChainName;
  readonly currency: Currency;
  readonly available: bigint;
  readonly reserved: bigint;
}

/**
 * An alarm is armed again when the balance is one hundredth of the threshold above it (rounded down): a balance that
 * swings about its threshold raises one event and not many (API decisions: one crossing is one event).
 */
const REARM_DIVISOR = 100n;

/**
 * The low-balance events after a change of a balance or of the thresholds. The balance includes reserved amounts, but no held
 * deposits, as in `GET /treasury/balance`.
 *
 * @param state - before the change
 * @param thresholds - after the change
 */
export function lowBalanceEvents(
  state: TreasuryState,
  change: Change | undefined,
  thresholds: ReadonlyMap<ThresholdScope, bigint> = state.thresholds,
): readonly LowBalanceEvent[] {
  if (thresholds.size === 0) return [];
  return THRESHOLD_SCOPES.flatMap((scope): LowBalanceEvent[] => {
    const threshold = thresholds.get(scope);
    if (threshold === undefined) return [];
    const balance = usdcOf(scope, state, change);
    const low = state.low.has(scope) && state.thresholds.get(scope) === threshold;
    if (!low && balance < threshold) return [reached(scope, threshold, balance, state, change)];
    if (low && balance >= threshold + threshold / REARM_DIVISOR) {
      return [{ type: 'LowBalanceCleared', data: { scope } }];
    }
    return [];
  });
}

function usdcOf(scope: ThresholdScope, { book }: TreasuryState, change: Change | undefined): bigint {
  let balance = 0n;
  for (const chain of scope === 'total' ? CHAIN_NAMES : [scope]) {
    balance += book.balance(pocketOf(chain, 'USDC'));
    if (change?.chain === chain && change.currency === 'USDC') balance += change.available + change.reserved;
  }
  return balance;
}

function reached(
  scope: ThresholdScope,
  threshold: bigint,
  balance: bigint,
  { book }: TreasuryState,
  change: Change | undefined,
): LowBalanceReached {
  const changeOf = (chain: ChainName, currency: Currency, part: 'available' | 'reserved'): bigint =>
    change?.chain === chain && change.currency === currency ? change[part] : 0n;
  return {
    type: 'LowBalanceReached',
    data: {
      scope,
      threshold: `${threshold}`,
      balance: `${balance}`,
      available: balancesFrom(
        (chain, currency) => `${book.available(pocketOf(chain, currency)) + changeOf(chain, currency, 'available')}`,
      ),
      reserved: balancesFrom(
        (chain, currency) => `${book.reserved(pocketOf(chain, currency)) + changeOf(chain, currency, 'reserved')}`,
      ),
      ...(book.holds ? { held: balancesFrom((chain, currency) => `${book.held(pocketOf(chain, currency))}`) } : {}),
    },
  };
}
