import type { Command, Decider } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';
import {
  evolveSubmission,
  hasEnded,
  liveNonces,
  newSubmissionState,
  oldestJudgedRevision,
  submissionFromJson,
  submissionToJson,
} from './submission';
import type {
  CarriedAuthorization,
  PaymentRef,
  SubmissionEvent,
  SubmissionFeesPaid,
  SubmissionFinal,
  SubmissionReplaced,
  SubmissionState,
  SubmissionStateJson,
  TransferFailure,
} from './submission';
import { submissionStreams } from './streams';

/** What a worker chose from its list of authorizations, and how much of the sender's stream that list had seen. */
interface Chosen {
  /** The revision up to which the list was current; -1 when it had seen nothing of the stream. */
  readonly listedAt: number;
}

/** Signed bytes that are about to be sent. */
export type AssembleSubmission = Command<
  'AssembleSubmission',
  Chosen & {
    readonly chain: ChainName;
    readonly sender: string;
    readonly hash: string;
    readonly bytes: string;
    readonly nonce?: number;
    readonly authorizations: readonly CarriedAuthorization[];
  }
>;
/** A submission is stuck, and these bytes are about to be sent in its place. */
export type ReplaceSubmission = Command<'ReplaceSubmission', SubmissionReplaced['data']>;
/** An authorization was found that cannot go out. */
export type CloseAuthorization = Command<
  'CloseAuthorization',
  Chosen & { readonly payment: PaymentRef; readonly code: TransferFailure }
>;
/** A restored store has the authorization without its end, and a chain has its transfer. */
export type FindAuthorization = Command<'FindAuthorization', { readonly payment: PaymentRef }>;
/** Each transfer of a submission is final, or can provably never happen. */
export type FinishSubmission = Command<'FinishSubmission', SubmissionFinal['data']>;

/** It was read from the chain what a final submission has cost. */
export type RecordFees = Command<'RecordFees', SubmissionFeesPaid['data']>;

export type SubmissionCommand =
  AssembleSubmission | ReplaceSubmission | CloseAuthorization | FindAuthorization | FinishSubmission | RecordFees;

const NOTHING: readonly SubmissionEvent[] = [];

/** What one sender on one chain does with its authorizations. */
export const submissionDecider: Decider<SubmissionState, SubmissionCommand, SubmissionEvent> = {
  streams: submissionStreams,
  firstCommands: ['AssembleSubmission', 'CloseAuthorization', 'FindAuthorization'],
  initialState: newSubmissionState,
  decide: decideSubmission,
  evolve: evolveSubmission,
  snapshot: {
    version: 1,
    every: 200,
    toJson: submissionToJson,
    fromJson: (json) => submissionFromJson(json as SubmissionStateJson),
  },
};

function decideSubmission(command: SubmissionCommand, state: SubmissionState): readonly SubmissionEvent[] {
  switch (command.type) {
    case 'AssembleSubmission':
      return assemble(command.data, state);
    case 'ReplaceSubmission':
      return replace(command.data, state);
    case 'CloseAuthorization': {
      const { listedAt, payment, code } = command.data;
      if (!mayEnd(state, payment.paymentId, listedAt)) return NOTHING;
      return [{ type: 'AuthorizationClosed', data: { ...payment, code } }];
    }
    case 'FindAuthorization': {
      const { payment } = command.data;
      return mayEnd(state, payment.paymentId, state.revision)
        ? [{ type: 'AuthorizationFound', data: payment }]
        : NOTHING;
    }
    case 'FinishSubmission': {
      const ids = state.live.get(command.data.hash);
      if (ids === undefined) return NOTHING;
      const { hash, settled, failed, assembledAt } = command.data;
      const named = new Set([...settled, ...failed.map(({ paymentId }) => paymentId)]);
      if (ids.length !== settled.length + failed.length || !ids.every((id) => named.has(id))) {
        throw new Error(`submission ${hash} cannot be finished with something else than what it carries`);
      }
      const priced = assembledAt === undefined ? {} : { assembledAt };
      return [{ type: 'SubmissionFinal', data: { hash, settled, failed, ...priced } }];
    }
    case 'RecordFees':
      return state.unpriced.has(command.data.hash) ? [{ type: 'SubmissionFeesPaid', data: command.data }] : NOTHING;
  }
}

/** Assembles all authorizations or none. If one may no longer be sent, the builder chooses again. */
function assemble(data: AssembleSubmission['data'], state: SubmissionState): readonly SubmissionEvent[] {
  const { listedAt, ...assembled } = data;
  const { chain, sender, nonce, authorizations } = assembled;
  const ids = new Set<string>();
  for (const { authorization } of authorizations) {
    if (authorization.chain !== chain || authorization.sender !== sender) {
      throw new Error(`authorization ${authorization.id} belongs to another sender than ${chain}.${sender}`);
    }
    if (!mayEnd(state, authorization.id, listedAt)) return NOTHING;
    ids.add(authorization.id);
  }
  if (ids.size === 0 || ids.size < authorizations.length) return NOTHING;
  // Under one nonce only one of two could ever be included, so the other would wait in vain.
  if (nonce !== undefined && liveNonces(state).includes(nonce)) return NOTHING;
  return [{ type: 'SubmissionAssembled', data: assembled }];
}

/** Two workers that find a submission stuck make different bytes of it: the first is taken. */
function replace(data: SubmissionReplaced['data'], state: SubmissionState): readonly SubmissionEvent[] {
  const { replaces, nonce, authorizations } = data;
  const ids = state.live.get(replaces);
  if (ids === undefined) return NOTHING;
  const isSame =
    ids.length === authorizations.length && authorizations.every((each, i) => each.authorization.id === ids[i]);
  if (!isSame || state.nonces.get(replaces) !== nonce) {
    throw new Error(`submission ${replaces} cannot be replaced by one with another nonce or other authorizations`);
  }
  return [{ type: 'SubmissionReplaced', data }];
}

/** Whether an authorization is neither in a live submission nor ended, of which {@link SubmissionState} can be sure. */
function mayEnd(state: SubmissionState, id: string, listedAt: number): boolean {
  return listedAt >= oldestJudgedRevision(state) && !state.carried.has(id) && !hasEnded(state, id, listedAt);
}
