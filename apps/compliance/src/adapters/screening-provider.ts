import type { CheckName, CheckResult } from '@stablecoin/contracts';

/** Who is screened: the recipient of a payment, a wallet's owner, or the address of a standalone check. */
export interface ScreeningSubject {
  /** In the spelling of `parseAddress`; null when an owner is screened. */
  readonly address: string | null;
  /** `agent:<name>` or `user:<id>`; null when an address is screened. */
  readonly owner: string | null;
  /** ISO 3166-1 alpha-2 in upper case; null when it is not known. */
  readonly country: string | null;
  /** Which try this is at this check of this screening, from 1. It is persisted, so a restart does not start over. */
  readonly attempt: number;
}

/** What a provider found. */
export interface Finding {
  /** `review`: a person has to decide. */
  readonly outcome: CheckResult['outcome'];
  /** What the outcome rests on, in a sentence; it is kept and shown with the result. */
  readonly evidence: string;
}

/**
 * A source of one kind of screening. One contract suite (`screening-provider.contract.ts`) runs against every adapter.
 */
export interface ScreeningProvider {
  /** Names the provider in results. */
  readonly name: string;
  readonly check: CheckName;
  /**
   * Screens a subject. It may be asked the same again.
   *
   * @param signal - ends the wait; the promise then rejects
   * @throws Error when there is no finding, now or in time: never taken for a pass, and asked again by the caller
   */
  screen(subject: ScreeningSubject, signal: AbortSignal): Promise<Finding>;
}
