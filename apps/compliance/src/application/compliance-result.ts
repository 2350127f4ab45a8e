import type { ComplianceResult } from '@stablecoin/contracts';
import type { ScreeningResult } from '../domain/screening';

/** A result as the API shows it. A wallet owner's stands where an address would. */
export function toResource(
  result: Pick<ScreeningResult, 'status' | 'ref' | 'subject' | 'findings' | 'expiresAt' | 'createdAt'>,
): ComplianceResult {
  return {
    status: result.status,
    ref: result.ref,
    address: result.subject.value,
    checks: result.findings,
    expires_at: new Date(result.expiresAt).toISOString(),
    created_at: new Date(result.createdAt).toISOString(),
  };
}
