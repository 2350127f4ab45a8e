import { coinOf, toUnits } from '@stablecoin/contracts';
import type { ChainName, Units, ConfigureTreasury, NetworkFeePaid, ReservationRef } from '@stablecoin/contracts';
import type { CommandRefused, Decider } from '@stablecoin/event-sourcing';
import {
  bookTransfer,
  chainThatHolds,
  countedBy,
  decideDeposit,
  decideExpiry,
  isKnownReservation,
  keepSmallest,
  markOverdue,
  overLimit,
  postFound,
  postReservation,
  recordDepositScreening,
  refOf,
  returnReservation,
  takesNoMore,
  voidReservation,
} from '@stablecoin/funds/domain';
import type { DepositEvent, FoundTransferPosted, ReservationReturned, TransferBooked } from '@stablecoin/funds/domain';
import { cancelApproval, decideApproval, decideRejection, insufficient, requestApproval } from './decide-approval';

import { creditSetAside, creditEvents, followDeposits, openChain, reconcile } from './decide-chain';

import { lowBalanceEvents } from './low-balance';
import { treasuryStreams } from './streams';
import { THRESHOLD_SCOPES, balancesFrom, evolveTreasury, initialTreasury } from './treasury';
import { treasurySnapshots } from './treasury-snapshots';
import type { ThresholdScope, ThresholdsConfigured, TreasuryEvent, TreasuryOpened, TreasuryState } from './treasury';
import type {
  ReserveFunds,
  PostFound,
  PostReservation,
  CreditTreasury,
  RecordDepositScreening,
  TreasuryCommand,
} from './treasury-commands';

/** Nothing is written, so that the same transfer is taken when it comes again. */
const TOO_MANY = 'too many deposits are being screened: this one is taken later';

/** The treasury of one account and mode: the only writer of its balances. */
export const treasuryDecider: Decider<TreasuryState, TreasuryCommand, TreasuryEvent> = {
  streams: treasuryStreams,
  firstCommands: [
    'ReserveFunds',
    'PostFound',
    'BookTransfer',
    'VoidReservation',
    'CreditTreasury',
    'ConfigureTreasury',
    'OpenChain',
  ],
  initialState: initialTreasury,
  decide,
  evolve: evolveTreasury,
  snapshot: treasurySnapshots,
};

function decide(command: TreasuryCommand, state: TreasuryState): readonly (TreasuryEvent | CommandRefused)[] {
  if (state.opened || !('opening' in command.data)) return decideOpened(command, state);
  const { opening } = command.data;
  return [open(opening), ...decideOpened(command, openedTreasury(opening))];
}

function decideOpened(command: TreasuryCommand, state: TreasuryState): readonly (TreasuryEvent | CommandRefused)[] {
  switch (command.type) {
    case 'ReserveFunds':
      return reserve(command, state);
    case 'PostReservation':
      return post(command, state);
    case 'PostFound':
      return bookFound(command.data, state);
    case 'BookTransfer':
      return booked(bookTransfer({ ...command.data, ...openingOf(command.data, state) }, state), state);
    case 'VoidReservation':
      return giveBack(command.data, state);
    case 'ReturnReservation':
      return booked(returnReservation(command.data, state), state);
    case 'CreditTreasury':
      return credit(command, state);
    case 'RecordDepositScreening':
      return recordScreening(command.data, state);
    case 'DecideDeposit':
      return afterRelease(decideDeposit(command.data, command.at, state), state);
    case 'ConfigureTreasury':
      return configure(command.data, state);
    case 'MarkOverdue':
      return markOverdue(command.data, state);
    case 'OpenChain':
      return openChain(command.data, state);
    case 'FollowDeposits':
      return followDeposits(command, state);
    case 'CreditSetAside':
      return creditSetAside(command, state);
    case 'ReconcileBalances':
      return reconcile(command.data, state);
    case 'BookNetworkFee':
      return bookNetworkFee(command.data, state);
    case 'ApprovePayment':
      return decideApproval(command, state);
    case 'RejectPayment':
      return decideRejection(command, state);
    case 'ExpireApproval':
      return decideExpiry(command, state);
  }
}

/**
 * A treasury to which nothing has happened yet.
 *
 * @param opening - what it holds of each currency on each chain, in minor units
 */
export function openedTreasury(opening: Units): TreasuryState {
  return evolveTreasury(initialTreasury(), open(opening));
}

/** The event that opens a treasury. */
export function open(opening: Units): TreasuryOpened {
  return { type: 'TreasuryOpened', data: { balances: balancesFrom(() => opening) } };
}

/** On the first candidate that holds enough. The balance is asked first, then the limits over a time, then the policy. */
function reserve({ data: request, at }: ReserveFunds, state: TreasuryState): readonly TreasuryEvent[] {
  const { reservationId, currency, amount, policy } = request;
  if (state.waiting.has(reservationId) || isKnownReservation(state, reservationId)) return [];
  const chain = chainThatHolds(request, state.book);
  const ref = refOf(request);
  if (chain === undefined)
    return [{ type: 'ReservationRefused', data: { ...ref, ...insufficient(request, state.book) } }];
  const over = overLimit(request, state.windows, at);
  if (over !== undefined) return [{ type: 'ReservationRefused', data: { ...ref, ...over } }];
  if (policy?.treasuryApproval === true) return [requestApproval(request)];
  const counted = countedBy(request, state.windows, at);
  return [{ type: 'FundsReserved', data: { chain, currency, amount, ...ref, ...counted } }];
}

function giveBack(ref: ReservationRef, state: TreasuryState): readonly TreasuryEvent[] {
  const canceled = cancelApproval(ref, state);
  return canceled === undefined ? voidReservation(ref, state) : [canceled];
}

function post({ data: ref, at }: PostReservation, state: TreasuryState): readonly TreasuryEvent[] {
  const counted = state.windows.has(ref.reservationId) ? { settledAt: at } : {};
  return postReservation(ref, state).flatMap(({ type, data }) => {
    const { chain, currency, amount } = data;
    return [
      { type, data: { ...data, ...counted } },
      ...lowBalanceEvents(state, { chain, currency, available: 0n, reserved: -BigInt(amount) }),
    ];
  });
}

/**
 * Books a transfer that was found on chain, without asking for funds, and ends what the treasury holds for its payment. Books
 * that begin with a balance of its block or a later one have it already.
 */
function bookFound({ found, ...ref }: PostFound['data'], state: TreasuryState): readonly TreasuryEvent[] {
  const posted = postFound({ ...found, ...refOf(ref), ...openingOf(found, state) }, state);
  return [...giveBack(ref, state), ...booked(posted, state)];
}

function openingOf(
  { chain, block }: { readonly chain: ChainName; readonly block: number },
  { chains }: TreasuryState,
): { readonly isInOpening?: true } {
  const followed = chains.get(chain);
  const isInOpening = followed === undefined || (followed.openedAt !== null && block <= followed.openedAt);
  return isInOpening ? { isInOpening } : {};
}

/** What was booked without asking for funds, and what follows for the thresholds. */
function booked(
  events: readonly (FoundTransferPosted | TransferBooked | ReservationReturned)[],
  state: TreasuryState,
): readonly TreasuryEvent[] {
  return events.flatMap((event) => {
    const { chain, currency, amount } = event.data;
    const by = event.type === 'ReservationReturned' ? 1n : event.data.isInOpening === true ? 0n : -1n;
    return [event, ...lowBalanceEvents(state, { chain, currency, available: by * BigInt(amount), reserved: 0n })];
  });
}

/** Credits a transfer once, however often it is reported (protocol rule 4). */
function credit({ data: transfer, at }: CreditTreasury, state: TreasuryState): readonly TreasuryEvent[] {
  if (state.transfers.has(transfer.transferId)) return [];
  const { chain, currency, amount, screening } = transfer;
  if (screening !== undefined && takesNoMore(state)) throw new Error(TOO_MANY);
  const credits = creditEvents(transfer, at);
  if (screening !== undefined) return [...credits, ...keepSmallest(credits, state)];
  return [...credits, ...lowBalanceEvents(state, { chain, currency, available: BigInt(amount), reserved: 0n })];
}

function recordScreening(
  screened: RecordDepositScreening['data'],
  state: TreasuryState,
): readonly (TreasuryEvent | CommandRefused)[] {
  const events = recordDepositScreening(screened, state);
  return afterRelease([...events, ...keepSmallest(events, state)], state);
}

/** What was held is available: the balance may be back above a threshold. */
function afterRelease(
  events: readonly (DepositEvent | CommandRefused)[],
  state: TreasuryState,
): readonly (TreasuryEvent | CommandRefused)[] {
  const cleared = events.flatMap((event): readonly TreasuryEvent[] => {
    if (event.type !== 'DepositReleased') return [];
    const { chain, currency, amount } = event.data;
    return lowBalanceEvents(state, { chain, currency, available: BigInt(amount), reserved: 0n });
  });
  return [...events, ...cleared];
}

/** Books a network fee. Fees are paid in the native currency, so they do not change the balances. */
function bookNetworkFee(fee: NetworkFeePaid, { feesBooked }: TreasuryState): readonly TreasuryEvent[] {
  const { submission, chain, amount, transactions } = fee;
  if (feesBooked.has(submission)) return [];
  return [{ type: 'NetworkFeePaid', data: { submission, chain, coin: coinOf(chain), amount, transactions } }];
}

/** Always an event, also when nothing changes: it is the answer that the client waits for. */
function configure({ lowBalance }: ConfigureTreasury['data'], state: TreasuryState): readonly TreasuryEvent[] {
  const thresholds = new Map<ThresholdScope, bigint>();
  for (const scope of THRESHOLD_SCOPES) {
    const named = scope === 'total' ? lowBalance.total : lowBalance.chains?.[scope];
    const threshold = named === undefined ? state.thresholds.get(scope) : named === null ? undefined : BigInt(named);
    if (threshold !== undefined) thresholds.set(scope, threshold);
  }
  const unitsOf = (scope: ThresholdScope): Units | null => {
    const threshold = thresholds.get(scope);
    return threshold === undefined ? null : toUnits(threshold);
  };
  const configured: ThresholdsConfigured = {
    type: 'ThresholdsConfigured',
    data: {
      thresholds: {
        total: unitsOf('total'),
        base: unitsOf('base'),
        ethereum: unitsOf('ethereum'),
        solana: unitsOf('solana'),
      },
    },
  };
  return [configured, ...lowBalanceEvents(state, undefined, thresholds)];
}
