import type { PrincipalIds, RulesAgreement, RulesDocument } from '@stablecoin/contracts';
import type { NumberedRules } from './ruling';

type Event<Type extends string, Data> = { readonly type: Type; readonly data: Data };
type Drafted = {
  readonly draftId: string;
  readonly document: RulesDocument;
  readonly by: PrincipalIds;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

export type RulesDrafted = Event<'RulesDrafted', Drafted>;
/** The draft says something else: nobody has agreed to it. */
export type RulesRevised = Event<'RulesRevised', Drafted>;
export type RulesDiscarded = Event<'RulesDiscarded', { readonly draftId: string }>;
export type RulesAgreed = Event<'RulesAgreed', { readonly draftId: string; readonly by: PrincipalIds }>;
export type RulesPublished = Event<
  'RulesPublished',
  {
    readonly draftId: string;
    readonly version: number;
    readonly document: RulesDocument;
    /** When it comes into force, in milliseconds since the epoch. Versions that would come later are dropped. */
    readonly from: number;
    readonly agreement: RulesAgreement;
    /** Ids of keys and members; null: not known, or nobody. */
    readonly draftedBy: string | null;
    readonly agreedBy: string | null;
    readonly publishedBy: string | null;
  }
>;
export type RulesEvent = RulesDrafted | RulesRevised | RulesDiscarded | RulesAgreed | RulesPublished;

export type Draft = {
  readonly document: RulesDocument;
  /** Rises with each change. */
  readonly revision: number;
  /** Who made it, or changed it last. */
  readonly author: PrincipalIds;
  /** Who has agreed to what it says now. */
  readonly agreed: PrincipalIds | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** A published version. */
export type Version = NumberedRules & { readonly from: number };

export type RulesState = {
  /** Number of the latest version; 0: none. */
  readonly latest: number;
  /** The versions that decide on payments, and those that are scheduled, the earliest first. */
  readonly versions: readonly Version[];
  /** Earlier versions are not kept any more. */
  readonly isTrimmed: boolean;
  /** By id. */
  readonly drafts: { readonly [Id in string]: Draft };
};

export const NO_VERSIONS: RulesState = { latest: 0, versions: [], isTrimmed: false, drafts: {} };

/** Versions that are kept. An order is decided by one of them, however long its message was on its way. */
const VERSIONS_KEPT = 10;
/** Fewer than are kept, so that the version in force always is. */
export const SCHEDULED_MAX = 5;

/** The state after an event. */
export function evolveRules(state: RulesState, event: RulesEvent): RulesState {
  const { draftId } = event.data;
  const { [draftId]: draft, ...others } = state.drafts;
  switch (event.type) {
    case 'RulesDrafted':
    case 'RulesRevised': {
      const { document, by: author, at } = event.data;
      const revision = (draft?.revision ?? 0) + 1;
      const drafted = { document, revision, author, agreed: null, createdAt: draft?.createdAt ?? at, updatedAt: at };
      return { ...state, drafts: { ...state.drafts, [draftId]: drafted } };
    }
    case 'RulesDiscarded':
      return { ...state, drafts: others };
    case 'RulesAgreed':
      if (draft === undefined) return state;
      return { ...state, drafts: { ...others, [draftId]: { ...draft, agreed: event.data.by } } };
    case 'RulesPublished': {
      const { version, document, from } = event.data;
      const versions = [...state.versions.filter((each) => each.from < from), { version, document, from }];
      const isTrimmed = state.isTrimmed || versions.length > VERSIONS_KEPT;
      return { latest: version, versions: versions.slice(-VERSIONS_KEPT), isTrimmed, drafts: others };
    }
  }
}

/** A draft by what a client gives as its id. */
export function draftOf({ drafts }: RulesState, id: string): Draft | undefined {
  return Object.hasOwn(drafts, id) ? drafts[id] : undefined;
}

/** The version in force at a time; undefined: none. Before every version that is kept it is the earliest of them. */
export function versionAt({ versions, isTrimmed }: RulesState, at: number): Version | undefined {
  return versions.findLast(({ from }) => from <= at) ?? (isTrimmed ? versions[0] : undefined);
}
