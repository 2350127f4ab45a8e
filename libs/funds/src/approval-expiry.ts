import { commandOf } from '@stablecoin/event-sourcing';
import type { Job, RunResult } from '@stablecoin/event-sourcing';
import type { JobDeclaration, ServicePorts } from '@stablecoin/host';
import type { ExpireApproval } from './domain/approvals';

/** Kind of the job that expires approvals. */
export const APPROVAL_EXPIRY = 'approval_expiry';

const EXPIRIES_AT_ONCE = 16;

/** How long an approval can be given. */
export class ApprovalTerm {
  /** @param ttlMs - milliseconds */
  constructor(private readonly ttlMs: number) {}

  /** @param at - when it was asked for, in milliseconds since the epoch */
  endOf(at: number): number {
    return at + this.ttlMs;
  }
}

/** Expires approvals that were not decided in time (protocol rule 25). */
export function approvalExpiryJob(
  { clock }: Pick<ServicePorts, 'clock'>,
  handler: { handle(stream: string, command: ExpireApproval): Promise<RunResult> },
): JobDeclaration {
  const run = (jobs: readonly Job[]): Promise<RunResult> => {
    // A job without a batch size hands over exactly one job.
    const [job] = jobs as readonly [Job];
    const data = job.data as { readonly approvalId: string };
    return handler.handle(job.stream, commandOf(job, 'ExpireApproval', data, { at: clock.now() }));
  };
  return { kind: APPROVAL_EXPIRY, concurrency: EXPIRIES_AT_ONCE, run };
}
