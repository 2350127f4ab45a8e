import type { Authorization, NetworkFee, PrecheckFailure } from '@stablecoin/chains';
import type { ChainName } from '@stablecoin/contracts';
import type { Plain } from './payment-events';

/** Whose a payment is, and its trace. A sender serves every account, so its events say it for each payment. */
export type PaymentRef = {
  readonly paymentId: string;
  readonly account: string;
  readonly correlationId: string;
  readonly traceparent?: string;
};

/** What the commands of a submission belong to: its sender serves every account, so it is no account's. */
export function submissionOrigin(hash: string): Pick<PaymentRef, 'account' | 'correlationId'> {
  return { account: '', correlationId: hash };
}

/** An authorization that a submission carries out, and whose payment it is. */
export type CarriedAuthorization = { readonly authorization: Plain<Authorization>; readonly payment: PaymentRef };

/** Why an authorization ended without a transfer. */
export type TransferFailure = PrecheckFailure | 'transaction_reverted';

type Event<Type extends string, Data> = { readonly type: Type; readonly data: Data };

/** Bytes are signed and persisted; only these are ever sent (protocol rule 16). */
export type SubmissionAssembled = Event<
  'SubmissionAssembled',
  {
    readonly chain: ChainName;
    readonly sender: string;
    readonly hash: string;
    readonly bytes: string;
    /** The sender's, where its transactions have one. */
    readonly nonce?: number;
    readonly authorizations: readonly CarriedAuthorization[];
  }
>;
/**
 * Replacement bytes for the same authorizations, after the earlier bytes had no effect. With nonces, the replacement
 * has the same nonce, so at most one of the two is included. Without nonces, only authorizations that provably can
 * never be included are signed again (protocol rule 17).
 */
export type SubmissionReplaced = Event<
  'SubmissionReplaced',
  SubmissionAssembled['data'] & {
    readonly replaces: string;
    /** What that had replaced itself. */
    readonly replacedBefore?: readonly string[];
  }
>;
/** A submission as its sender's stream has it: all that it takes to send it, and to look after it. */
export type Assembled = SubmissionAssembled['data'] | SubmissionReplaced['data'];
/** An authorization that no submission carries will never be carried by one (protocol rule 15). */
export type AuthorizationClosed = Event<'AuthorizationClosed', PaymentRef & { readonly code: TransferFailure }>;
/**
 * An authorization that no submission carries was carried out by one of which there is no record, or may have been: its payment
 * says what became of it.
 */
export type AuthorizationFound = Event<'AuthorizationFound', PaymentRef>;
/** Nothing will ever change about any transfer of the submission any more. */
export type SubmissionFinal = Event<
  'SubmissionFinal',
  {
    readonly hash: string;
    readonly settled: readonly string[];
    readonly failed: readonly (PaymentRef & { readonly code: TransferFailure })[];
    /** Revision of the event with its bytes, while its fees are unknown. */
    readonly assembledAt?: number;
  }
>;
/** The network fees of a final submission, whatever the outcome of its payments. */
export type SubmissionFeesPaid = Event<
  'SubmissionFeesPaid',
  {
    readonly hash: string;
    readonly chain: ChainName;
    /** Whose chain treasury has paid. */
    readonly account: string;
    readonly fees: readonly Plain<NetworkFee>[];
  }
>;

/** A final submission whose fees are not known yet. */
export type UnpricedSubmission = {
  readonly assembledAt: number;
  /** Its payments that are in a block, settled or reverted. */
  readonly included: readonly string[];
};

export type SubmissionEvent =
  | SubmissionAssembled
  | SubmissionReplaced
  | AuthorizationClosed
  | AuthorizationFound
  | SubmissionFinal
  | SubmissionFeesPaid;

/**
 * How many of a sender's latest events the authorizations that they ended are remembered for. The list of jobs from
 * which a worker chooses is behind the stream by the events of some milliseconds, and each may end a hundred.
 */
export const REMEMBERED_EVENTS = 64;

/**
 * The stream of a sender decides the outcome of its authorizations (protocol rules 14 and 15). It never ends, so it
 * must refuse every ended authorization in bounded memory.
 *
 * Authorizations of live submissions are kept. Ended ones are kept for the last {@link REMEMBERED_EVENTS} events. A
 * command is refused when the list it was chosen from does not include the stream up to there.
 *
 * This is safe: an authorization that ended at revision `r` is missing from every list that includes `r`. A command
 * that names it comes from an older list. Either that list is too old and is refused, or `r` is among the remembered
 * events. A refused builder reads its list again. So older endings are kept by the read model (protocol rules 4 and
 * 20), independent of clocks and pauses.
 */
export interface SubmissionState {
  /** Of the stream's last event; -1 before the first. */
  revision: number;
  /** Authorizations of live submissions, by submission. */
  readonly live: Map<string, readonly string[]>;
  /** All that live submissions carry. */
  readonly carried: Set<string>;
  /** Nonces of live submissions, by submission, where they have one. */
  readonly nonces: Map<string, number>;
  /** Ended authorizations, with the revision of the event that ended them, oldest first. */
  readonly ended: Map<string, number>;
  /** Ended authorizations that can never be executed, so their payments may be authorized again. */
  readonly expired: Set<string>;
  /** Final submissions whose fees are not known yet. */
  readonly unpriced: Set<string>;
}

/** The state as a snapshot keeps it. */
export type SubmissionStateJson = {
  readonly revision: number;
  readonly live: readonly (readonly [string, readonly string[]])[];
  readonly ended: readonly (readonly [string, number])[];
  /** Missing in snapshots of versions without nonces. */
  readonly nonces?: readonly (readonly [string, number])[];
  /** Missing in snapshots of versions that never renewed authorizations. */
  readonly expired?: readonly string[];
  /** Missing in snapshots of versions that did not book fees. */
  readonly unpriced?: readonly string[];
};

export function newSubmissionState(): SubmissionState {
  return {
    revision: -1,
    live: new Map(),
    carried: new Set(),
    nonces: new Map(),
    ended: new Map(),
    expired: new Set(),
    unpriced: new Set(),
  };
}

/** Changes the state by an event, and returns it. */
export function evolveSubmission(state: SubmissionState, event: SubmissionEvent): SubmissionState {
  state.revision += 1;
  switch (event.type) {
    case 'SubmissionAssembled': {
      const ids = event.data.authorizations.map(({ authorization }) => authorization.id);
      state.live.set(event.data.hash, ids);
      for (const id of ids) state.carried.add(id);
      if (event.data.nonce !== undefined) state.nonces.set(event.data.hash, event.data.nonce);
      break;
    }
    case 'SubmissionReplaced': {
      const { hash, replaces, nonce, authorizations } = event.data;
      forget(state, replaces);
      state.live.set(
        hash,
        authorizations.map(({ authorization }) => authorization.id),
      );
      if (nonce !== undefined) state.nonces.set(hash, nonce);
      break;
    }
    case 'AuthorizationClosed':
      end(state, event.data.paymentId, event.data.code);
      break;
    case 'AuthorizationFound':
      end(state, event.data.paymentId, undefined);
      break;
    case 'SubmissionFinal': {
      const failures = new Map(event.data.failed.map(({ paymentId, code }) => [paymentId, code]));
      for (const id of state.live.get(event.data.hash) ?? []) {
        state.carried.delete(id);
        end(state, id, failures.get(id));
      }
      forget(state, event.data.hash);
      if (event.data.assembledAt !== undefined) state.unpriced.add(event.data.hash);
      break;
    }
    case 'SubmissionFeesPaid':
      state.unpriced.delete(event.data.hash);
      break;
  }
  forgetOld(state);
  return state;
}

export function submissionToJson(state: SubmissionState): SubmissionStateJson {
  const { revision, live, nonces, ended, expired, unpriced } = state;
  return {
    revision,
    live: [...live],
    ended: [...ended],
    nonces: [...nonces],
    expired: [...expired],
    unpriced: [...unpriced],
  };
}

export function submissionFromJson(json: SubmissionStateJson): SubmissionState {
  const { revision, live, ended, nonces, expired, unpriced } = json;
  const carried = new Set(live.flatMap(([, ids]) => ids));
  return {
    revision,
    live: new Map(live),
    carried,
    nonces: new Map(nonces),
    ended: new Map(ended),
    expired: new Set(expired),
    unpriced: new Set(unpriced),
  };
}

/**
 * Whether an authorization has ended, as far as a list goes that had seen the stream up to a revision. One that is on a
 * list which has seen it expire was put there again since, by `PaymentReauthorized` (protocol rule 19).
 */
export function hasEnded({ ended, expired }: SubmissionState, id: string, listedAt: number): boolean {
  const endedAt = ended.get(id);
  return endedAt !== undefined && !(expired.has(id) && listedAt >= endedAt);
}

/** The payments of a final submission that are in a block, settled or reverted. */
export function includedIn({ settled, failed }: SubmissionFinal['data']): readonly string[] {
  const reverted = failed.filter(({ code }) => code !== 'transaction_expired');
  return [...settled, ...reverted.map(({ paymentId }) => paymentId)];
}

/** The hashes of all submissions that this one replaced. */
export function replacedBy(data: Assembled): readonly string[] {
  return 'replaces' in data ? [...(data.replacedBefore ?? []), data.replaces] : [];
}

/** Nonces of live submissions. New submissions must not use them. */
export function liveNonces({ nonces }: SubmissionState): readonly number[] {
  return [...nonces.values()];
}

/** The lowest revision that a list of authorizations must include to be accepted. */
export function oldestJudgedRevision({ revision }: SubmissionState): number {
  return revision - REMEMBERED_EVENTS;
}

/** Failures that are permanent once final: the authorization expired, or was executed without effect. */
const PERMANENT_FAILURES: ReadonlySet<TransferFailure> = new Set([
  'transaction_expired',
  'transaction_reverted',
  'spend_limit_onchain',
  'wallet_policy_changed',
  'wallet_blocklisted',
]);

/** Marks an authorization as ended. A renewed one moves to its latest end. */
function end(state: SubmissionState, id: string, failure: TransferFailure | undefined): void {
  state.ended.delete(id);
  state.ended.set(id, state.revision);
  if (failure !== undefined && PERMANENT_FAILURES.has(failure)) state.expired.add(id);
  else state.expired.delete(id);
}

function forget(state: SubmissionState, hash: string): void {
  state.live.delete(hash);
  state.nonces.delete(hash);
}

function forgetOld(state: SubmissionState): void {
  const oldest = oldestJudgedRevision(state);
  for (const [id, revision] of state.ended) {
    if (revision > oldest) return;
    state.ended.delete(id);
    state.expired.delete(id);
  }
}
