import type { ChainName, Pocket, Units } from '@stablecoin/contracts';
import { RecentIds, newApprovalState, newReservationState, reservationStateToJson } from '@stablecoin/funds/domain';
import type { ReservationStateJson, WaitingApproval } from '@stablecoin/funds/domain';
import type { SnapshotPolicy } from '@stablecoin/event-sourcing';
import { REMEMBERED } from './treasury';
import type { ThresholdScope, TreasuryState } from './treasury';
import type { SetAsideTransaction } from './followed-chains';

type TreasuryJson = ReservationStateJson & {
  readonly opened: boolean;
  readonly thresholds: AmountsJson<ThresholdScope>;
  readonly low: readonly ThresholdScope[];
  readonly chains: readonly (readonly [ChainName, string, string, number | null])[];
  readonly posted: AmountsJson<Pocket>;
  readonly differences: AmountsJson<Pocket>;
  readonly setAside: readonly (readonly [ChainName, readonly SetAsideTransaction[]])[];
  readonly feesBooked: readonly string[];
  readonly networkFees: AmountsJson<ChainName>;
  readonly approvals: readonly WaitingApproval[];
};

/**
 * A treasury grows for ever, so it is loaded from its snapshot and at most the 10,000 events after it. Writing one
 * costs milliseconds, which that many events spread thin.
 */
export const treasurySnapshots: SnapshotPolicy<TreasuryState> = {
  // Version 1 passes over deposits that are held and over transfers that were found, version 2 over what was returned,
  // version 3 over what limits count.
  version: 4,
  every: 10_000,
  toJson: (state) =>
    ({
      ...reservationStateToJson(state),
      opened: state.opened,
      thresholds: amountsToJson(state.thresholds),
      low: [...state.low],
      chains: [...state.chains].map(
        ([chain, { address, cursor, openedAt }]) => [chain, address, cursor, openedAt] as const,
      ),
      setAside: [...state.setAside].map(([chain, transactions]) => [chain, [...transactions.values()]] as const),
      posted: amountsToJson(state.posted),
      differences: amountsToJson(state.differences),
      feesBooked: state.feesBooked.toJSON(),
      networkFees: amountsToJson(state.networkFees),
      approvals: [...state.approvals.values()],
    }) satisfies TreasuryJson,
  fromJson: (json) => {
    const stored = json as TreasuryJson;
    return {
      ...newReservationState(REMEMBERED, stored),
      ...newApprovalState(stored.approvals),
      opened: stored.opened,
      thresholds: amountsFromJson(stored.thresholds),
      low: new Set(stored.low),
      chains: new Map(
        stored.chains.map(([chain, address, cursor, openedAt]) => [chain, { address, cursor, openedAt }]),
      ),
      setAside: new Map(
        stored.setAside.map(([chain, transactions]) => [
          chain,
          new Map(transactions.map((each) => [each.txHash, each])),
        ]),
      ),
      posted: amountsFromJson(stored.posted),
      differences: amountsFromJson(stored.differences),
      feesBooked: new RecentIds(REMEMBERED, stored.feesBooked),
      networkFees: amountsFromJson(stored.networkFees),
    };
  },
};

type AmountsJson<Key> = readonly (readonly [Key, Units])[];

function amountsToJson<Key>(amounts: ReadonlyMap<Key, bigint>): AmountsJson<Key> {
  return [...amounts].map(([key, amount]) => [key, `${amount}`]);
}

function amountsFromJson<Key>(json: AmountsJson<Key>): Map<Key, bigint> {
  return new Map(json.map(([key, amount]) => [key, BigInt(amount)]));
}
