import { Optional } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { IsAddressText } from '../../http/validators';

export class DecideApprovalBody extends IdempotentBody {
  /** Which of the wallet's approvers decides; required where it lists any. */
  @Optional()
  @IsAddressText()
  approver?: string;
}
