import { CHECK_NAMES, type CheckName, type ComplianceResult } from '@stablecoin/contracts';
import { createHash } from 'node:crypto';
import { idOf, TIME } from './payments';

/** The address that stands for an outcome of screening, by its last two bytes, on each family of chains. */
export const MAGIC = {
  evm: (last: string) => `0x${last.padStart(40, '0')}`,
  solana: (last: string) => `${'1'.repeat(30)}${last}`,
} as const;

/** An address that nobody has screened before: another one for each name. */
export function newAddress(name: string): string {
  return `0x${createHash('sha256').update(`${name} ${process.hrtime.bigint()}`).digest('hex').slice(0, 40)}`;
}

/** The whole body of a result; by default every check has passed. */
export function complianceResult(
  status: ComplianceResult['status'],
  outcomes: Partial<Record<CheckName, 'pass' | 'review' | 'fail'>> = {},
  fields: Partial<Record<keyof ComplianceResult, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    status,
    ref: idOf('cpl'),
    address: expect.any(String),
    checks: CHECK_NAMES.map((name) => checkResult(name, outcomes[name])),
    expires_at: TIME,
    created_at: TIME,
    decided_by: null,
    decided_at: null,
    decision_note: null,
    ...fields,
  };
}

/** What one check of the sandbox has found. */
export function checkResult(name: CheckName, outcome: 'pass' | 'review' | 'fail' = 'pass'): unknown {
  const evidence: unknown = expect.stringMatching(/^[A-Z].*\.$/);
  return { name, outcome, provider: 'sandbox', evidence, details: null };
}
