import type { Resource } from '../../api/client';

/** An approval with what it is about. The payment and the wallet are `null` where nobody may see them, or there is none. */
export interface ApprovalContext {
  readonly approval: Resource<'Approval'>;
  readonly payment: Resource<'Payment'> | null;
  readonly wallet: Resource<'Wallet'> | null;
}
