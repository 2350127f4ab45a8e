import type { Decider } from '@stablecoin/event-sourcing';

import {
  evolveSubmission,
  hasEnded,
  liveNonces,
  newSubmissionState,
  oldestJudgedRevision,
  submissionFromJson,
  submissionToJson,
} from './submission';
import type { SubmissionEvent, SubmissionReplaced, SubmissionState, SubmissionStateJson } from './submission';
import { submissionStreams } from './streams';
import type { AssembleSubmission, SubmissionCommand } from './submission-commands';

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
