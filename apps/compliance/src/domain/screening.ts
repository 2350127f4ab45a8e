import type {
  CheckDetails,
  CheckName,
  CheckResult,
  PrincipalIds,
  ScreeningStatus,
  Currency,
} from '@stablecoin/contracts';

/** Who is screened: an address that is to be paid or that has paid, or the owner of a wallet. */
export type Subject = { readonly kind: 'address' | 'owner'; readonly value: string };

/** What is screened, and how. Each request has one stream, so concurrent screenings share one ref. */
export type ScreeningRequest = {
  readonly subject: Subject;
  readonly checks: readonly CheckName[];
  /** ISO 3166-1 alpha-2; null: not known. */
  readonly country: string | null;
  /** The decimal amount and currency of the payment. Set only where a provider decides by amount. */
  readonly amount?: { readonly value: string; readonly currency: Currency };
  /** The payment is too small for the travel rule. */
  readonly belowThreshold?: true;
  /** Money has come from the subject. Missing: it is to be paid, or neither. */
  readonly inbound?: {
    /** The token account of the subject that the money left; null: it has none. */
    readonly tokenAccount: string | null;
  };
};

/** Other addresses that stand for the money of an address. */
export type OtherNames = {
  /** The owner of the token account that the address is; null: it is none. */
  readonly owner: string | null;
  /** Token accounts of the owner, or of the address. */
  readonly accounts: readonly string[];
};

/** Who waits for the answer. */
export type Waiter = {
  readonly kind: 'payment' | 'wallet' | 'deposit';
  readonly id: string;
  /** The wallet that received the deposit. Missing: the treasury did, or it is none. */
  readonly walletId?: string;
  /** The API key that ordered the payment. */
  readonly createdBy?: string;
  /** Who ordered the payment, and does not decide its review. */
  readonly separateFrom?: PrincipalIds;
};

/** What one provider found at one check. */
export type CheckFinding = Pick<CheckResult, 'name' | 'outcome' | 'provider' | 'evidence'> & {
  readonly details?: CheckDetails;
  /** Until when the finding may be used again, epoch milliseconds; absent: as long as results are kept. */
  readonly validUntil?: number;
  /** When a list that it rests on has its next version, epoch milliseconds; absent: the list tells. */
  readonly nextVersionAt?: number;
};

/** What a screening came to. Times are epoch milliseconds. */
export type ScreeningResult = Pick<
  ScreeningRequest,
  'subject' | 'country' | 'amount' | 'belowThreshold' | 'inbound'
> & {
  readonly ref: string;
  readonly status: ScreeningStatus;
  /** Why it was not cleared, in a sentence; null when it was. */
  readonly reason: string | null;
  readonly findings: readonly CheckFinding[];
  /** As they were when the checks were made; missing: none. */
  readonly names?: OtherNames;
  /** Who decided its review. */
  readonly decision?: {
    readonly by: string;
    readonly at: number;
    readonly note: string | null;
    /** Missing in events of earlier versions. */
    readonly line?: PrincipalIds;
    /** Keys whose payments it does not count for, because four eyes are asked for. */
    readonly notFor?: PrincipalIds;
  };
  readonly createdAt: number;
  /** For a review, when it expires. Otherwise, until when the result is reused. In milliseconds since the epoch. */
  readonly expiresAt: number;
};

export type ScreeningRequested = {
  readonly type: 'ScreeningRequested';
  readonly data: ScreeningRequest & { readonly ref: string; readonly waiter: Waiter | null; readonly at: number };
};
/** The same was asked for while the checks were running. */
export type ScreeningJoined = {
  readonly type: 'ScreeningJoined';
  readonly data: { readonly ref: string; readonly waiter: Waiter | null; readonly at: number };
};
/** A result that was there already has answered. One in review answers once more when it is decided. */
export type ScreeningReused = {
  readonly type: 'ScreeningReused';
  readonly data: {
    readonly ref: string;
    readonly waiter: Waiter;
    readonly status: ScreeningStatus;
    readonly reason: string | null;
    /** As {@link ScreeningResult} has it; events of earlier versions do not. */
    readonly expiresAt?: number;
    readonly at: number;
  };
};
/** A provider did not answer. `attempt` counts from 1. */
export type ScreeningAttemptFailed = {
  readonly type: 'ScreeningAttemptFailed';
  readonly data: {
    readonly ref: string;
    readonly attempt: number;
    readonly error: string;
    readonly retryAt: number;
    /** Payments that have waited since before this time have met their own deadline and are not kept. */
    readonly waitingSince: number;
  };
};
/** A source has new information about a subject in review. Its checks run again while the review continues. */
export type RescreeningRequested = {
  readonly type: 'RescreeningRequested';
  readonly data: ScreeningRequest & {
    readonly ref: string;
    readonly paymentId: string | null;
    readonly depositId?: string;
    readonly at: number;
  };
};
/** An address that was cleared for live payments is on a sanctions list by now. */
export type MatchFound = {
  readonly type: 'MatchFound';
  readonly data: {
    readonly ref: string;
    readonly address: string;
    readonly source: string;
    readonly version: string;
    readonly matched: string;
    readonly at: number;
  };
};
/** No provider answered for as long as anybody could wait. */
export type ScreeningAbandoned = {
  readonly type: 'ScreeningAbandoned';
  readonly data: {
    readonly ref: string;
    readonly attempt: number;
    readonly error: string;
    /** Wallets, which have no deadline of their own: they are refused. A payment fails by its screening deadline. */
    readonly waiters: readonly Waiter[];
  };
};
export type ScreeningCompleted = {
  readonly type: 'ScreeningCompleted';
  readonly data: { readonly result: ScreeningResult; readonly waiters: readonly Waiter[] };
};
export type ReviewDecided = {
  readonly type: 'ReviewDecided';
  readonly data: {
    readonly result: ScreeningResult;
    readonly decision: 'clear' | 'block';
    readonly by: 'person' | 'expiry';
    readonly note: string | null;
    readonly waiters: readonly Waiter[];
  };
};
/** More waiters of the completion or decision before it: an event names a bounded number of them. */
export type WaitersAnswered = {
  readonly type: 'WaitersAnswered';
  readonly data: {
    readonly ref: string;
    readonly status: ScreeningStatus;
    readonly reason: string | null;
    readonly waiters: readonly Waiter[];
  };
};

export type ScreeningEvent =
  | ScreeningRequested
  | ScreeningJoined
  | ScreeningReused
  | ScreeningAttemptFailed
  | RescreeningRequested
  | ScreeningAbandoned
  | MatchFound
  | ScreeningCompleted
  | ReviewDecided
  | WaitersAnswered;

/** Deposits that a review answers when it is decided. */
const IN_REVIEW_MAX = 1_000;

export type Waiting = { readonly waiter: Waiter; readonly since: number };

/** What a stream of screenings of one request is at. Who waits is kept until answered for good; a payment asks once. */
export type Screening =
  | { readonly stage: 'none' }
  | {
      readonly stage: 'pending';
      readonly ref: string;
      readonly request: ScreeningRequest;
      readonly createdAt: number;
      /** Time of the last request. */
      readonly askedAt: number;
      readonly failedAttempts: number;
      readonly waiting: Waiting[];
    }
  | {
      readonly stage: 'review';
      readonly result: ScreeningResult;
      readonly waiting: Waiting[];
      /** Set while its checks run again: how often a provider did not answer. */
      readonly rerunFailures?: number;
    }
  | {
      readonly stage: 'decided';
      readonly result: ScreeningResult;
      /** The account knows that the address is listed by now. */
      readonly isMatched?: true;
    };

export function evolveScreening(state: Screening, event: ScreeningEvent): Screening {
  switch (event.type) {
    case 'ScreeningRequested': {
      const { ref, waiter, at, ...request } = event.data;
      const waiting = waiter === null ? [] : [{ waiter, since: at }];
      return { stage: 'pending', ref, request, createdAt: at, askedAt: at, failedAttempts: 0, waiting };
    }
    case 'ScreeningJoined': {
      if (state.stage !== 'pending') return state;
      const { waiter, at } = event.data;
      if (waiter !== null) state.waiting.push({ waiter, since: at });
      return { ...state, askedAt: Math.max(state.askedAt, at) };
    }
    case 'ScreeningReused': {
      const { waiter, at } = event.data;
      // Anybody may send very many small amounts: the rest wait for a person, each by itself.
      const isTooMuch = waiter.kind === 'deposit' && state.stage === 'review' && state.waiting.length >= IN_REVIEW_MAX;
      if (state.stage === 'review' && !isTooMuch) state.waiting.push({ waiter, since: at });
      return state;
    }
    case 'ScreeningAttemptFailed': {
      if (state.stage === 'review') return { ...state, rerunFailures: event.data.attempt };
      if (state.stage !== 'pending') return state;
      const { attempt, waitingSince } = event.data;
      const waiting = state.waiting.filter(({ waiter, since }) => waiter.kind !== 'payment' || since >= waitingSince);
      return { ...state, failedAttempts: attempt, waiting };
    }
    case 'RescreeningRequested':
      return state.stage === 'review' ? { ...state, rerunFailures: 0 } : state;
    case 'ScreeningAbandoned':
      return { stage: 'none' };
    case 'ScreeningCompleted': {
      const { result } = event.data;
      if (result.status !== 'review') return { stage: 'decided', result };
      return { stage: 'review', result, waiting: 'waiting' in state ? state.waiting : [] };
    }
    case 'ReviewDecided':
      return { stage: 'decided', result: event.data.result };
    case 'MatchFound':
      return state.stage === 'decided' && state.result.ref === event.data.ref ? { ...state, isMatched: true } : state;
    case 'WaitersAnswered':
      return state;
  }
}
