import { RecentIds, ReservationBook } from '@stablecoin/money';
import type { ChainName, Pocket, ReservationBookJson, Units } from '@stablecoin/money';
import type { Json, SnapshotPolicy } from '@stablecoin/event-sourcing';
import { REMEMBERED } from './treasury';
import type { Scope, TreasuryState } from './treasury';

type TreasuryJson = {
  readonly opened: boolean;
  readonly book: ReservationBookJson;
  readonly voidedBefore: readonly string[];
  readonly closed: readonly string[];
  readonly transfers: readonly string[];
  readonly thresholds: readonly (readonly [Scope, Units])[];
  readonly low: readonly Scope[];
  /** These three are left out by snapshots from before there were chains. */
  readonly chains?: readonly (readonly [ChainName, string, string])[];
  readonly posted?: AmountsJson;
  readonly differences?: AmountsJson;
  /** Left out by snapshots from before fees were booked. */
  readonly feesBooked?: readonly string[];
  readonly networkFees?: readonly (readonly [ChainName, Units])[];
};

/**
 * A treasury grows for ever, so it is loaded from its snapshot and at most the 10,000 events after it. Writing one
 * costs milliseconds, which that many events spread thin.
 */
export const treasurySnapshots: SnapshotPolicy<TreasuryState> = {
  version: 1,
  every: 10_000,
  toJson: (state) =>
    ({
      opened: state.opened,
      book: state.book.toJSON(),
      voidedBefore: state.voidedBefore.toJSON(),
      closed: state.closed.toJSON(),
      transfers: state.transfers.toJSON(),
      thresholds: [...state.thresholds].map(([scope, amount]) => [scope, `${amount}`] as const),
      low: [...state.low],
      chains: [...state.chains].map(([chain, { address, cursor }]) => [chain, address, cursor] as const),
      posted: amountsToJson(state.posted),
      differences: amountsToJson(state.differences),
      feesBooked: state.feesBooked.toJSON(),
      networkFees: [...state.networkFees].map(([chain, amount]) => [chain, `${amount}`] as const),
    }) satisfies TreasuryJson as unknown as Json,
  fromJson: (json) => {
    const stored = json as unknown as TreasuryJson;
    return {
      opened: stored.opened,
      book: ReservationBook.fromJSON(stored.book),
      voidedBefore: new RecentIds(REMEMBERED.voidedBefore, stored.voidedBefore),
      closed: new RecentIds(REMEMBERED.closed, stored.closed),
      transfers: new RecentIds(REMEMBERED.transfers, stored.transfers),
      thresholds: new Map(stored.thresholds.map(([scope, amount]) => [scope, BigInt(amount)])),
      low: new Set(stored.low),
      chains: new Map(stored.chains?.map(([chain, address, cursor]) => [chain, { address, cursor }])),
      posted: amountsFromJson(stored.posted),
      differences: amountsFromJson(stored.differences),
      feesBooked: new RecentIds(REMEMBERED.feesBooked, stored.feesBooked),
      networkFees: new Map(stored.networkFees?.map(([chain, amount]) => [chain, BigInt(amount)])),
    };
  },
};

type AmountsJson = readonly (readonly [Pocket, string])[];

function amountsToJson(amounts: ReadonlyMap<Pocket, bigint>): AmountsJson {
  return [...amounts].map(([pocket, amount]) => [pocket, `${amount}`]);
}

function amountsFromJson(json: AmountsJson = []): Map<Pocket, bigint> {
  return new Map(json.map(([pocket, amount]) => [pocket, BigInt(amount)]));
}
