import type { Command } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';
import type {
  CarriedAuthorization,
  PaymentRef,
  SubmissionFeesPaid,
  SubmissionFinal,
  SubmissionReplaced,
  TransferFailure,
} from './submission';

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
