import { Optional, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { IsAddressText } from '../../http/validators';
import { EXAMPLE } from '../../http/examples';

/** What `POST /approvals/:id/approve` and `/reject` both take. */
export class DecideApprovalBody extends IdempotentBody {
  @Optional()
  @IsAddressText()
  @Says(
    "The approver who decides: one of the wallet's approvers. Required to approve if the wallet lists any.",
    EXAMPLE.approver,
  )
  approver?: string;
}
