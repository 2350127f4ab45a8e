import type { Resource } from '../../api/client';

/** What a payment is called in a list: its stage while it is under way, and then what became of it. */
export function stateOf({
  status,
  stage,
  error_code,
}: Pick<Resource<'Payment'>, 'status' | 'stage' | 'error_code'>): string {
  if (status === 'pending') return stage;
  if (error_code === 'compliance_blocked') return 'blocked';
  if (error_code === 'canceled') return 'canceled';
  return status;
}
