import { ApiConnectionError, ApiError, InvalidArgumentError, StablecoinPaymentsError } from 'stablecoin-payments';

/** What the process ends with. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command cannot do what it was told to. The message says what to do. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Failure';
  }
}

/** The command was called wrongly. */
export class UsageFailure extends Failure {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

/** What to do about an error of the API, by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthorized: 'Check the key with `svc doctor`, or store another one with `svc login`.',
  insufficient_scope: 'Use a key that has the scope: `svc keys create --scopes …` with a key that may issue it.',
  rule_denied:
    'A rule of the account denies it: `svc payments simulate` shows which. Pay otherwise, or have other rules published.',
  plan_required: 'Use a key of a higher plan.',
  insufficient_balance: 'Add funds, or pay less. `svc payments simulate` shows what each chain holds.',
  compliance_blocked: 'Do not pay this recipient.',
  chain_unavailable: 'Try another chain, or later. `svc doctor` shows which chains are up.',
  not_found: 'Check the id. A key sees only its own account and mode, and a bound key only its own wallets.',
  possible_duplicate:
    'Look at the earlier payment with `svc payments get`. Add --confirm-distinct only for a second payment.',
  idempotency_conflict: 'Use another --idempotency-key for another request.',
  rate_limited: 'Wait, then run the command again.',
};

/** An error in the form that is shown. */
export interface Told {
  readonly message: string;
  readonly advice: string | undefined;
  readonly exitCode: ExitCode;
  /** What `--json` shows beside the message. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** @throws what was given, when it is a defect of this program */
export function told(error: unknown): Told {
  if (error instanceof ApiError) {
    const { message, code, param, requestId, paymentId, status } = error;
    return {
      message,
      advice: ADVICE[code ?? ''],
      exitCode: EXIT.failed,
      details: { code, param, status, payment_id: paymentId, request_id: requestId },
    };
  }
  if (error instanceof ApiConnectionError) {
    const advice = 'Check --base-url, and that the service runs: `svc doctor`.';
    return { message: error.message, advice, exitCode: EXIT.failed, details: { code: 'connection_failed' } };
  }
  if (error instanceof InvalidArgumentError) {
    return { message: error.message, advice: undefined, exitCode: EXIT.usage, details: { code: 'usage' } };
  }
  if (error instanceof Failure || error instanceof StablecoinPaymentsError) {
    const exitCode = error instanceof Failure ? error.exitCode : EXIT.failed;
    const code = exitCode === EXIT.usage ? 'usage' : 'failed';
    return { message: error.message, advice: undefined, exitCode, details: { code } };
  }
  throw error;
}
