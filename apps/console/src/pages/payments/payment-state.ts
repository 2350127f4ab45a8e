import type { Resource } from '../../api/client';

/** What a payment is called in a list: where it is while it is under way, and then what became of it. */
export function stateOf(
  payment: Pick<Resource<'Payment'>, 'status' | 'stage' | 'error_code' | 'compliance_ref'>,
): string {
  const { status, stage, error_code, compliance_ref } = payment;
  if (status === 'pending') return stage === 'screening' && compliance_ref !== null ? 'in_review' : stage;
  if (error_code === 'compliance_blocked') return 'blocked';
  if (error_code === 'canceled') return 'canceled';
  return status;
}
