import { describeError } from '@stablecoin/event-sourcing';
import { chainsOf } from '@stablecoin/money';
import type { ScreeningProvider } from '../adapters/screening-provider';
import type { CheckFinding, ScreeningRequest } from '../domain/screening';

/** What the checks came to: what each found, or why not all of them have answered. */
export type ChecksRun =
  | { readonly state: 'complete'; readonly findings: readonly CheckFinding[] }
  | { readonly state: 'failed'; readonly error: string };

/** A provider that has not answered by then has failed; a standalone check is answered within 10 s. */
const CALL_MS_MAX = 5_000;

/**
 * Asks the providers, all at once. Without an answer from every one of them there is no result: it is never taken for
 * a pass.
 *
 * @param attempt - from 1
 * @param callMs - how long a provider may take
 * @throws the signal's reason, when the service stops
 */
export async function runChecks(
  providers: readonly ScreeningProvider[],
  { ref, account, subject, checks, country }: ScreeningRequest & { readonly ref: string; readonly account: string },
  attempt: number,
  signal: AbortSignal,
  callMs = CALL_MS_MAX,
): Promise<ChecksRun> {
  const asked = {
    ref,
    account,
    address: subject.kind === 'address' ? subject.value : null,
    owner: subject.kind === 'owner' ? subject.value : null,
    country,
    chains: subject.kind === 'address' ? chainsOf(subject.value.startsWith('0x') ? 'evm' : 'solana') : [],
    payment: null,
    attempt,
  };
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(callMs)]);
  const answers = await Promise.allSettled(
    checks.map(async (name): Promise<CheckFinding> => {
      const provider = providers.find(({ check }) => check === name);
      if (provider === undefined) throw new Error(`no provider for ${name}`);
      const found = await within(deadline, provider.screen(asked, deadline));
      if (found === 'later') throw new Error(`${provider.name} has no finding on ${name} yet`);
      const { outcome, evidence } = found;
      return { name, outcome, provider: provider.name, evidence };
    }),
  );
  signal.throwIfAborted();
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed !== undefined) return { state: 'failed', error: describeError(failed.reason) };
  return {
    state: 'complete',
    findings: answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
  };
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
