import { CHECK_NAMES, mayBeSame } from '@stablecoin/contracts';
import type { ScreeningStatus } from '@stablecoin/contracts';
import { refuse } from '@stablecoin/event-sourcing';
import type { CommandRefused, Decider } from '@stablecoin/event-sourcing';
import { answers, isOwnReview } from './reuse';

import { evolveScreening } from './screening';
import type { CheckFinding, Screening, ScreeningEvent, ScreeningResult, Waiter, Waiting } from './screening';
import { screeningStreams } from './streams';
import type {
  Screen,
  CompleteScreening,
  Rescreen,
  RecordFailedAttempt,
  DecideReview,
  ScreeningCommand,
} from './screening-commands';

/** All in milliseconds. */
export interface ScreeningTimes {
  /** How long a result answers for new screenings of the same request. */
  readonly cacheMs: number;
  /** How long a review waits for a person, before it is blocked. */
  readonly reviewTtlMs: number;
  /** How long a payment waits for its screening before it fails, in milliseconds. */
  readonly deadlineMs: number;
}

/** The rest go into further events, so that no event grows without bound. */
const WAITERS_PER_EVENT_MAX = 100;
const FIRST_RETRY_MS = 50;
const RETRY_MS_MAX = 5_000;
/** Money that has come in waits for as long as it takes. */
const DEPOSIT_RETRY_MS_MAX = 300_000;
/** A person may decide meanwhile. */
const RERUN_MS_MAX = 60_000;
const SNAPSHOT_EVERY = 500;

/** Screens one request, over and over (protocol rule 10; API decisions, Screening inside a payment). */
export function screeningDecider(times: ScreeningTimes): Decider<Screening, ScreeningCommand, ScreeningEvent> {
  return {
    streams: screeningStreams,
    firstCommands: ['Screen'],
    initialState: () => ({ stage: 'none' }),
    decide: (command, state) => decide(command, state, times),
    evolve: evolveScreening,
    snapshot: {
      version: 1,
      every: SNAPSHOT_EVERY,
      // Copies, because who waits is kept in a list that grows in place.
      toJson: (state) => structuredClone(state),
      fromJson: (json) => structuredClone(json) as Screening,
    },
  };
}

function decide(
  command: ScreeningCommand,
  state: Screening,
  times: ScreeningTimes,
): readonly (ScreeningEvent | CommandRefused)[] {
  switch (command.type) {
    case 'Screen':
      return screen(command, state);
    case 'CompleteScreening':
      return complete(command, state, times);
    case 'Rescreen':
      return rescreen(command, state);
    case 'ReportMatch':
      // The same may have been screened anew since: it was paid all the same.
      if (state.stage === 'decided' && state.result.ref === command.data.ref && state.isMatched === true) return [];
      return [{ type: 'MatchFound', data: { ...command.data, at: command.at } }];
    case 'RecordFailedAttempt':
      return recordFailedAttempt(command, state, times);
    case 'DecideReview':
      return decideReview(command, state, times);
    case 'ExpireReview': {
      if (state.stage !== 'review' || state.result.ref !== command.data.ref) return [];
      const reason = 'Its review was not decided in time.';
      // An expired review blocks those who wait. It is not reused: the next screening runs the checks again.
      const result: ScreeningResult = { ...state.result, status: 'blocked', reason, expiresAt: command.at };
      return answerAll(result, state.waiting, (waiters) => ({
        type: 'ReviewDecided',
        data: { result, decision: 'block', by: 'expiry', note: null, waiters },
      }));
    }
  }
}

function decideReview(
  command: DecideReview,
  state: Screening,
  times: ScreeningTimes,
): readonly (ScreeningEvent | CommandRefused)[] {
  const { ref, decision, note, decidedBy, by = [], notFor = [] } = command.data;
  if (state.stage !== 'review' || state.result.ref !== ref) {
    return [refuse('invalid_state', `The screening ${ref} is not in review.`)];
  }
  if (state.waiting.some(({ waiter }) => waiter.createdBy !== undefined && notFor.includes(waiter.createdBy))) {
    const rule = 'the key that created a payment, and keys that come from it, may not decide its review';
    return [refuse('insufficient_scope', `Use another API key: ${rule}.`)];
  }
  if (state.waiting.some(({ waiter }) => waiter.separateFrom !== undefined && mayBeSame(by, waiter.separateFrom))) {
    const rule = 'The policy separate_creator is on: who created a payment cannot decide its review.';
    return [refuse('insufficient_scope', rule)];
  }
  const people = { ...(by.length === 0 ? {} : { line: by }), ...(notFor.length === 0 ? {} : { notFor }) };
  const result: ScreeningResult = {
    ...state.result,
    status: decision === 'clear' ? 'cleared' : 'blocked',
    // The answer must not reveal what the reviewer knows.
    reason: decision === 'clear' ? null : 'A reviewer blocked it.',
    ...(decidedBy === undefined ? {} : { decision: { by: decidedBy, at: command.at, note, ...people } }),
    expiresAt: reusableUntil(state.result.findings, command.at + times.cacheMs),
  };
  return answerAll(result, state.waiting, (waiters) => ({
    type: 'ReviewDecided',
    data: { result, decision, by: 'person', note, waiters },
  }));
}

function screen({ data, at }: Screen, state: Screening): readonly ScreeningEvent[] {
  const { waiter, facts, ...asked } = data;
  if (state.stage === 'pending') return [{ type: 'ScreeningJoined', data: { ref: state.ref, waiter, at } }];
  const isKnown = state.stage === 'decided' && answers(state.result, at, facts) && !isOwnReview(state.result, waiter);
  if (state.stage === 'review' || (state.stage === 'decided' && isKnown)) {
    const { ref, status, reason, expiresAt, decision } = state.result;
    // Who remembers that it answers until then does not ask whose decision it is.
    const lasting = decision?.notFor === undefined ? { expiresAt } : {};
    return waiter === null ? [] : [{ type: 'ScreeningReused', data: { ref, waiter, status, reason, ...lasting, at } }];
  }
  return [{ type: 'ScreeningRequested', data: { ...asked, waiter, at } }];
}

/** A result is used no longer than each of its findings may be. */
function reusableUntil(findings: readonly CheckFinding[], cachedUntil: number): number {
  return Math.min(cachedUntil, ...findings.map(({ validUntil = Infinity }) => validUntil));
}

/** The outcome of the findings: one fail blocks, and an unknown finding needs a review. */
function judge(findings: readonly CheckFinding[]): {
  readonly status: ScreeningStatus;
  readonly reason: string | null;
} {
  const failed = findings.find(({ outcome }) => outcome === 'fail');
  if (failed !== undefined) return { status: 'blocked', reason: failed.evidence };
  const doubtful = findings.find(({ outcome }) => outcome === 'review');
  if (doubtful !== undefined) return { status: 'review', reason: doubtful.evidence };
  const covered = new Set(findings.filter(({ outcome }) => outcome === 'pass').map(({ name }) => name));
  const open = findings.find(({ name }) => !covered.has(name));
  if (open === undefined) return { status: 'cleared', reason: null };
  return { status: 'review', reason: `No source covers ${open.name} for this subject: ${open.evidence}` };
}

function complete({ data, at }: CompleteScreening, state: Screening, times: ScreeningTimes): readonly ScreeningEvent[] {
  const { ref, findings, names } = data;
  const { status, reason } = judge(findings);
  const named = names === undefined ? {} : { names };
  if (state.stage === 'review' && state.result.ref === ref && state.rerunFailures !== undefined) {
    // Who waits knows that it is in review, and a review ends when it was to end.
    const isDecided = status !== 'review';
    const expiresAt = isDecided ? reusableUntil(findings, at + times.cacheMs) : state.result.expiresAt;
    const { names: _, ...before } = state.result;
    const result = { ...before, status, reason, findings, ...named, expiresAt };
    return answerAll(result, isDecided ? state.waiting : [], completed);
  }
  if (state.stage !== 'pending' || state.ref !== ref) return [];
  const { createdAt } = state;
  const { subject, country, amount, belowThreshold, inbound } = state.request;
  const result: ScreeningResult = {
    ref,
    subject,
    country,
    ...(amount === undefined ? {} : { amount }),
    ...(belowThreshold === undefined ? {} : { belowThreshold }),
    ...(inbound === undefined ? {} : { inbound }),
    status,
    reason,
    findings,
    ...named,
    createdAt,
    expiresAt: status === 'review' ? at + times.reviewTtlMs : reusableUntil(findings, at + times.cacheMs),
  };
  return answerAll(result, state.waiting, completed);

  function completed(waiters: readonly Waiter[], of: ScreeningResult): ScreeningEvent {
    return { type: 'ScreeningCompleted', data: { result: of, waiters } };
  }
}

/** Has the checks of a review run again. */
function rescreen({ data, at }: Rescreen, state: Screening): readonly ScreeningEvent[] {
  if (state.stage !== 'review' || state.result.ref !== data.ref) return [];
  const { ref, subject, country, amount, belowThreshold, inbound, findings } = state.result;
  const checks = CHECK_NAMES.filter((check) => findings.some(({ name }) => name === check));
  const waitingId = (kind: Waiter['kind']) => state.waiting.find(({ waiter }) => waiter.kind === kind)?.waiter.id;
  const paymentId = waitingId('payment') ?? null;
  const depositId = waitingId('deposit');
  const paid = {
    ...(amount === undefined ? {} : { amount }),
    ...(belowThreshold === undefined ? {} : { belowThreshold }),
    ...(inbound === undefined ? {} : { inbound }),
    ...(depositId === undefined ? {} : { depositId }),
  };
  return [{ type: 'RescreeningRequested', data: { ref, subject, checks, country, ...paid, paymentId, at } }];
}

/**
 * Retries while a payment may still wait. It never clears: without an answer no payment is made, and money that has come in
 * stays held.
 */
function recordFailedAttempt(
  { data, at }: RecordFailedAttempt,
  state: Screening,
  { deadlineMs }: ScreeningTimes,
): readonly ScreeningEvent[] {
  const { ref, attempt, error } = data;
  const waitingSince = at - deadlineMs;
  if (state.stage === 'review' && state.result.ref === ref && attempt === (state.rerunFailures ?? NaN) + 1) {
    // Retries until the review is decided or expires.
    return [failedAttempt(FIRST_RETRY_MS * 2 ** (attempt - 1), RERUN_MS_MAX)];
  }
  if (state.stage !== 'pending' || state.ref !== ref || attempt !== state.failedAttempts + 1) return [];
  if (state.request.inbound !== undefined)
    return [failedAttempt(FIRST_RETRY_MS * 2 ** (attempt - 1), DEPOSIT_RETRY_MS_MAX)];
  if (at >= state.askedAt + deadlineMs) {
    const waiters = state.waiting.map(({ waiter }) => waiter).filter(({ kind }) => kind === 'wallet');
    return [{ type: 'ScreeningAbandoned', data: { ref, attempt, error, waiters } }];
  }
  return [failedAttempt(FIRST_RETRY_MS * 2 ** (attempt - 1), RETRY_MS_MAX)];

  function failedAttempt(backoffMs: number, mostMs: number): ScreeningEvent {
    const retryAt = at + Math.min(backoffMs, mostMs);
    return { type: 'ScreeningAttemptFailed', data: { ref, attempt, error, retryAt, waitingSince } };
  }
}

/** The event that ends a screening or a review lists who waits, up to a limit. Further events list the rest. */
function answerAll(
  result: ScreeningResult,
  waiting: readonly Waiting[],
  eventFor: (waiters: readonly Waiter[], result: ScreeningResult) => ScreeningEvent,
): readonly ScreeningEvent[] {
  const { ref, status, reason } = result;
  const waiters = waiting.map(({ waiter }) => waiter);
  const events = [eventFor(waiters.slice(0, WAITERS_PER_EVENT_MAX), result)];
  for (let from = WAITERS_PER_EVENT_MAX; from < waiters.length; from += WAITERS_PER_EVENT_MAX) {
    const more = waiters.slice(from, from + WAITERS_PER_EVENT_MAX);
    events.push({ type: 'WaitersAnswered', data: { ref, status, reason, waiters: more } });
  }
  return events;
}
