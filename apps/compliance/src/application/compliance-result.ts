import type { ComplianceResult } from '@stablecoin/contracts';
import type { ScreeningResult } from '../domain/screening';

/** A result as the API shows it. For a wallet owner, the owner takes the place of the address. */
export function toResource(result: ScreeningResult): ComplianceResult {
  return { ...toEventData(result), decision_note: result.decision?.note ?? null };
}

/** A result as events carry it: without the reviewer's note, which is for those who may read checks. */
export function toEventData(result: ScreeningResult): Omit<ComplianceResult, 'decision_note'> {
  const { status, ref, subject, findings, decision, expiresAt, createdAt } = result;
  return {
    status,
    ref,
    address: subject.value,
    checks: findings.map(({ validUntil: _, nextVersionAt: _at, details = null, ...check }) => ({ ...check, details })),
    decided_by: decision?.by ?? null,
    decided_at: decision === undefined ? null : new Date(decision.at).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
    created_at: new Date(createdAt).toISOString(),
  };
}
