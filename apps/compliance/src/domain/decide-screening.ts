import { refuse } from '@stablecoin/event-sourcing';
import type { Command, CommandRefused, Decider } from '@stablecoin/event-sourcing';
import { evolve } from './screening';
import type {
  CheckFinding,
  Screening,
  ScreeningEvent,
  ScreeningRequest,
  ScreeningResult,
  Waiter,
  Waiting,
} from './screening';

/** Answers from what is known, or has the checks run. `ref` names the result if it is to be a new one. */
export type Screen = Command<'Screen', ScreeningRequest & { readonly ref: string; readonly waiter: Waiter | null }>;
/** Every check has answered. */
export type CompleteScreening = Command<
  'CompleteScreening',
  { readonly ref: string; readonly findings: readonly CheckFinding[] }
>;
/** At least one check did not answer; `attempt` counts from 1. */
export type RecordFailedAttempt = Command<
  'RecordFailedAttempt',
  { readonly ref: string; readonly attempt: number; readonly error: string }
>;
export type DecideReview = Command<
  'DecideReview',
  { readonly ref: string; readonly decision: 'clear' | 'block'; readonly note: string | null }
>;
/** Nobody has decided in time. */
export type ExpireReview = Command<'ExpireReview', { readonly ref: string }>;

export type ScreeningCommand = Screen | CompleteScreening | RecordFailedAttempt | DecideReview | ExpireReview;

/** All in milliseconds. */
export interface ScreeningTimes {
  /** How long a result answers for new screenings of the same request. */
  readonly cacheMs: number;
  /** How long a review waits for a person, before it is blocked. */
  readonly reviewTtlMs: number;
  /** How long a payment waits for its screening: after that it has failed by itself. */
  readonly deadlineMs: number;
}

/** The rest go into events of their own, so that no event of a popular recipient grows without end. */
const WAITERS_PER_EVENT_MAX = 100;
const FIRST_RETRY_MS = 50;
const RETRY_MS_MAX = 5_000;
const SNAPSHOT_EVERY = 500;

/** Screens one request, over and over (protocol rule 10; API decisions, Screening inside a payment). */
export function screeningDecider(times: ScreeningTimes): Decider<Screening, ScreeningCommand, ScreeningEvent> {
  return {
    category: 'screening',
    firstCommands: ['Screen'],
    initialState: () => ({ stage: 'none' }),
    decide: (command, state) => decide(command, state, times),
    evolve,
    snapshot: {
      version: 1,
      every: SNAPSHOT_EVERY,
      // Copies, because who waits is kept in a list that grows in place.
      toJson: (state) => structuredClone(state),
      fromJson: (json) => structuredClone(json) as unknown as Screening,
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
    case 'RecordFailedAttempt':
      return recordFailedAttempt(command, state, times);
    case 'DecideReview': {
      const { ref, decision, note } = command.data;
      if (state.stage !== 'review' || state.result.ref !== ref) {
        return [refuse('invalid_state', `The screening ${ref} is not in review.`)];
      }
      const reason = note === null ? 'A reviewer blocked it.' : `A reviewer blocked it: ${note}`;
      const result: ScreeningResult =
        decision === 'clear'
          ? { ...state.result, status: 'cleared', reason: null, expiresAt: command.at + times.cacheMs }
          : { ...state.result, status: 'blocked', reason, expiresAt: command.at + times.cacheMs };
      return answerAll(result, state.waiting, (waiters) => ({
        type: 'ReviewDecided',
        data: { result, decision, by: 'person', note, waiters },
      }));
    }
    case 'ExpireReview': {
      if (state.stage !== 'review' || state.result.ref !== command.data.ref) return [];
      const reason = 'Its review was not decided in time.';
      // Nobody has judged it, so it blocks who waits and nobody after them: the next one is screened anew.
      const result: ScreeningResult = { ...state.result, status: 'blocked', reason, expiresAt: command.at };
      return answerAll(result, state.waiting, (waiters) => ({
        type: 'ReviewDecided',
        data: { result, decision: 'block', by: 'expiry', note: null, waiters },
      }));
    }
  }
}

function screen({ data, at }: Screen, state: Screening): readonly ScreeningEvent[] {
  const { waiter } = data;
  if (state.stage === 'pending') return [{ type: 'ScreeningJoined', data: { ref: state.ref, waiter, at } }];
  if (state.stage === 'review' || (state.stage === 'decided' && at < state.result.expiresAt)) {
    const { ref, status, reason, expiresAt } = state.result;
    return waiter === null ? [] : [{ type: 'ScreeningReused', data: { ref, waiter, status, reason, expiresAt, at } }];
  }
  const { ref, subject, checks, country } = data;
  return [{ type: 'ScreeningRequested', data: { ref, subject, checks, country, waiter, at } }];
}

function complete({ data, at }: CompleteScreening, state: Screening, times: ScreeningTimes): readonly ScreeningEvent[] {
  if (state.stage !== 'pending' || state.ref !== data.ref) return [];
  const { ref, createdAt } = state;
  const { subject, country } = state.request;
  const { findings } = data;
  const failed = findings.find(({ outcome }) => outcome === 'fail');
  const doubtful = findings.find(({ outcome }) => outcome === 'review');
  const status = failed !== undefined ? 'blocked' : doubtful !== undefined ? 'review' : 'cleared';
  const why = failed ?? doubtful;
  const result: ScreeningResult = {
    ref,
    subject,
    country,
    status,
    reason: why?.evidence ?? null,
    findings,
    createdAt,
    expiresAt: at + (status === 'review' ? times.reviewTtlMs : times.cacheMs),
  };
  return answerAll(result, state.waiting, (waiters) => ({ type: 'ScreeningCompleted', data: { result, waiters } }));
}

/** Goes on as long as somebody may still wait. Never clears: without an answer nobody is paid. */
function recordFailedAttempt(
  { data, at }: RecordFailedAttempt,
  state: Screening,
  { deadlineMs }: ScreeningTimes,
): readonly ScreeningEvent[] {
  const { ref, attempt, error } = data;
  if (state.stage !== 'pending' || state.ref !== ref || attempt !== state.failedAttempts + 1) return [];
  if (at >= state.askedAt + deadlineMs) {
    const waiters = state.waiting.map(({ waiter }) => waiter).filter(({ kind }) => kind === 'wallet');
    return [{ type: 'ScreeningAbandoned', data: { ref, attempt, error, waiters } }];
  }
  const retryAt = at + Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), RETRY_MS_MAX);
  const waitingSince = at - deadlineMs;
  return [{ type: 'ScreeningAttemptFailed', data: { ref, attempt, error, retryAt, waitingSince } }];
}

/** The event that ends a screening or a review names who waits; those for whom it has no room follow in their own. */
function answerAll(
  { ref, status, reason }: ScreeningResult,
  waiting: readonly Waiting[],
  eventFor: (waiters: readonly Waiter[]) => ScreeningEvent,
): readonly ScreeningEvent[] {
  const waiters = waiting.map(({ waiter }) => waiter);
  const events = [eventFor(waiters.slice(0, WAITERS_PER_EVENT_MAX))];
  for (let from = WAITERS_PER_EVENT_MAX; from < waiters.length; from += WAITERS_PER_EVENT_MAX) {
    const more = waiters.slice(from, from + WAITERS_PER_EVENT_MAX);
    events.push({ type: 'WaitersAnswered', data: { ref, status, reason, waiters: more } });
  }
  return events;
}
