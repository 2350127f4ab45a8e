import { Optional } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { IsAddressText } from '../../http/validators';

/** Body of `POST /approvals/:id/approve` and `/reject`. */
export class DecideApprovalBody extends IdempotentBody {
  /** Which of the wallet's approvers decides; required where it lists any. */
  @Optional()
  @IsAddressText()
  approver?: string;
}
