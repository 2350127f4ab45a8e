import type { CheckName } from '@stablecoin/contracts';
import { describeError, chainsOf } from '@stablecoin/contracts';
import type { Finding, ScreeningProvider, ScreeningSubject } from './screening-provider';
import type { CheckFinding, OtherNames } from '../domain/screening';
import type { ChecksJobData } from './job-data';
import { noNames } from './other-names';
import type { NamesOf } from './other-names';

/** What the checks came to: what each provider found, or why not all of them have answered. */
export type ChecksRun =
  | { readonly state: 'complete'; readonly findings: readonly CheckFinding[]; readonly names?: OtherNames }
  | { readonly state: 'failed'; readonly error: string };

/** A provider that has not answered by then has failed; a standalone check is answered within 10 s. */
const CALL_MS_MAX = 5_000;

type Findings = readonly CheckFinding[];

export interface CallOptions {
  /** How long a provider may take, in milliseconds. */
  readonly callMs?: number;
  /** Wraps the call of a provider. */
  readonly around?: (provider: ScreeningProvider, call: () => Promise<Findings>) => Promise<Findings>;
  /** Finds the other names of an address. Default: it has none. */
  readonly namesOf?: NamesOf;
}

/**
 * Asks every provider of every check, all at once. Without an answer from each of them there is no result: it is never
 * taken for a pass. Of a token account, its owner is screened as well.
 *
 * @param account - whose screening it is
 * @param attempt - from 1
 * @throws the signal's reason, when the service stops
 */
export async function runChecks(
  providers: readonly ScreeningProvider[],
  work: ChecksJobData,
  account: string,
  attempt: number,
  signal: AbortSignal,
  { callMs = CALL_MS_MAX, around = (_provider, call) => call(), namesOf = noNames }: CallOptions = {},
): Promise<ChecksRun> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`a provider did not answer within ${callMs} ms`)), callMs);
  const deadline = AbortSignal.any([signal, late.signal]);
  try {
    const { subject } = work;
    const names = subject.kind === 'address' ? await within(deadline, namesOf(subject.value)) : NO_NAMES;
    const subjects = subjectsOf(work, names, account, attempt);
    const answers = await Promise.allSettled(
      work.checks.flatMap((check) => {
        if (check === 'travel_rule' && work.belowThreshold === true) return [Promise.resolve([BELOW_THRESHOLD])];
        const asked = providers.filter((provider) => provider.check === check);
        if (asked.length === 0) return [Promise.reject(new Error(`no provider for ${check}`))];
        return asked.map((provider) => around(provider, () => askAbout(subjects, provider, deadline)));
      }),
    );
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const findings = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    return { state: 'complete', findings, ...(isNone(names) ? {} : { names }) };
  } catch (error) {
    signal.throwIfAborted();
    return { state: 'failed', error: describeError(error) };
  } finally {
    clearTimeout(timer);
  }
}

const NO_NAMES: OtherNames = { owner: null, accounts: [] };

function isNone({ owner, accounts }: OtherNames): boolean {
  return owner === null && accounts.length === 0;
}

const BELOW_THRESHOLD: CheckFinding = {
  name: 'travel_rule',
  outcome: 'pass',
  provider: 'threshold',
  evidence: 'The amount is below the threshold of the travel rule.',
};

/** Who is screened: what is to be paid or has paid, and its owner, or its account, where it is a token account or left one. */
function subjectsOf(
  { ref, subject, country, amount, paymentId, depositId, inbound }: ChecksJobData,
  { owner, accounts }: OtherNames,
  account: string,
  attempt: number,
): readonly [ScreeningSubject, ...ScreeningSubject[]] {
  const isAddress = subject.kind === 'address';
  const moneyId = inbound === undefined ? paymentId : depositId;
  const left = inbound?.tokenAccount ?? null;
  const asked: ScreeningSubject = {
    ref,
    account,
    address: isAddress ? subject.value : null,
    tokenAccount: left,
    accounts,
    owner: isAddress ? null : subject.value,
    country,
    chains: isAddress ? chainsOf(subject.value.startsWith('0x') ? 'evm' : 'solana') : [],
    payment:
      amount === undefined || moneyId === undefined
        ? null
        : {
            id: moneyId,
            amount: amount.value,
            currency: amount.currency,
            direction: inbound === undefined ? 'outbound' : 'inbound',
          },
    attempt,
  };
  const leftAccount: readonly ScreeningSubject[] =
    left === null ? [] : [{ ...asked, address: left, tokenAccount: null, accounts: [] }];
  if (owner === null) return [asked, ...leftAccount];
  return [{ ...asked, accounts: [] }, { ...asked, address: owner, tokenAccount: subject.value }, ...leftAccount];
}

async function askAbout(
  subjects: readonly [ScreeningSubject, ...ScreeningSubject[]],
  provider: ScreeningProvider,
  deadline: AbortSignal,
): Promise<Findings> {
  const findings = await Promise.all(subjects.map((subject) => ask(provider, subject, deadline)));
  const passed = findings.find(({ outcome }) => outcome === 'pass');
  return provider.oneNameSuffices === true && passed !== undefined ? [passed] : findings;
}

async function ask(
  provider: ScreeningProvider,
  subject: ScreeningSubject,
  deadline: AbortSignal,
): Promise<CheckFinding> {
  const found = await within(deadline, provider.screen(subject, deadline));
  const finding = found === 'later' ? DECIDED_LATER : found;
  const { address, tokenAccount } = subject;
  const of = tokenAccount === null ? '' : ` This is about ${address}, the owner of the token account.`;
  return toFinding(provider.check, provider.name, { ...finding, evidence: `${finding.evidence}${of}` });
}

/** The provider decides through the review endpoint. */
const DECIDED_LATER: Finding = { outcome: 'review', evidence: 'The provider will decide later.' };

function toFinding(name: CheckName, provider: string, { details, ...found }: Finding): CheckFinding {
  const dated =
    details === undefined ? {} : { details: { data: null, ...details, at: new Date(details.at).toISOString() } };
  return { name, provider, ...found, ...dated };
}

/** Ends the wait also for a provider that does not mind its signal. */
function within<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
