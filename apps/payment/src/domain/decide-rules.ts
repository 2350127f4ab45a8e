import { mayBeSame, RULE_DRAFTS_MAX, type RulesAgreement } from '@stablecoin/contracts';
import { refuse } from '@stablecoin/event-sourcing';
import type { CommandRefused, Decider } from '@stablecoin/event-sourcing';
import { problemOf } from './rule-problems';
import { draftOf, evolveRules, NO_VERSIONS, SCHEDULED_MAX } from './rules';
import type { Draft, RulesEvent, RulesState } from './rules';
import type { AgreeToRules, DraftRules, PublishRules, ReviseRules, RulesCommand } from './rules-commands';
import { rulesStreams } from './streams';

type Decided = readonly (RulesEvent | CommandRefused)[];

/** What the second person's agreement is replaced by where there is no second person. */
const DELAY_MS = 24 * 3_600_000;

/** The rules of one account and mode: drafts, agreements and versions. */
export const rulesDecider: Decider<RulesState, RulesCommand, RulesEvent> = {
  streams: rulesStreams,
  firstCommands: ['DraftRules', 'ReviseRules', 'DiscardRules', 'AgreeToRules', 'PublishRules'],
  initialState: () => NO_VERSIONS,
  decide: decideRules,
  evolve: evolveRules,
  snapshot: {
    version: 1,
    every: 20,
    toJson: (state) => state,
    fromJson: (json) => json as RulesState,
  },
};

function decideRules(command: RulesCommand, state: RulesState): Decided {
  if (command.type === 'DraftRules') return draft(command, state);
  const found = draftOf(state, command.data.draftId);
  if (found === undefined) return [refuse('not_found', 'There is no such draft of rules.')];
  switch (command.type) {
    case 'ReviseRules':
      return revise(command);
    case 'DiscardRules':
      return [{ type: 'RulesDiscarded', data: command.data }];
    case 'AgreeToRules':
      return agree(command, found);
    case 'PublishRules':
      return publish(command, found, state);
  }
}

function draft({ data, at }: DraftRules, { drafts }: RulesState): Decided {
  if (Object.keys(drafts).length >= RULE_DRAFTS_MAX) {
    const message = `There are ${RULE_DRAFTS_MAX} drafts already: publish or discard one first.`;
    return [refuse('invalid_state', message)];
  }
  const problem = problemOf(data.document);
  if (problem !== undefined) return [refuse('invalid_request', problem.message, problem.param)];
  return [{ type: 'RulesDrafted', data: { ...data, at } }];
}

/** Always an event, also when nothing changes: it is the answer that the client waits for. */
function revise({ data, at }: ReviseRules): Decided {
  const problem = problemOf(data.document);
  if (problem !== undefined) return [refuse('invalid_request', problem.message, problem.param)];
  return [{ type: 'RulesRevised', data: { ...data, at } }];
}

function agree({ data: { revision, ...data }, livemode }: AgreeToRules, { author, revision: current }: Draft): Decided {
  // The sandbox needs no second person, and may be tried out by one.
  if (livemode && mayBeSame(data.by, author)) {
    const message = 'Another person has to agree: you, or a key that comes from the same one, changed the draft last.';
    return [refuse('insufficient_scope', message)];
  }
  if (revision !== current) {
    const message = `The draft has changed: read it, and agree to revision ${current}.`;
    return [refuse('invalid_state', message)];
  }
  return [{ type: 'RulesAgreed', data }];
}

function publish({ data, at, livemode }: PublishRules, found: Draft, { latest, versions }: RulesState): Decided {
  const agreement = agreementOf(found, { livemode, isAlone: data.isAlone });
  if (agreement === undefined) {
    return [refuse('invalid_state', 'Another person of the account has to agree to the draft before it is published.')];
  }
  const earliest = agreement === 'delay' ? at + DELAY_MS : at;
  const from = Math.max(data.from ?? earliest, earliest);
  if (versions.filter((each) => each.from > at && each.from < from).length >= SCHEDULED_MAX) {
    return [refuse('invalid_state', `${SCHEDULED_MAX} versions are scheduled already before that time.`)];
  }
  const { draftId, by } = data;
  const { document, author, agreed } = found;
  const people = { draftedBy: author[0] ?? null, agreedBy: agreed?.[0] ?? null, publishedBy: by[0] ?? null };
  return [{ type: 'RulesPublished', data: { draftId, version: latest + 1, document, from, agreement, ...people } }];
}

/** @returns undefined: nobody else has agreed, and somebody could */
function agreementOf(
  { agreed, author }: Draft,
  { livemode, isAlone }: { readonly livemode: boolean; readonly isAlone: boolean },
): RulesAgreement | undefined {
  if (agreed !== null && !mayBeSame(agreed, author)) return 'second_person';
  if (!livemode) return 'sandbox';
  return isAlone ? 'delay' : undefined;
}
