import { Optional, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { IsAddressText } from '../../http/validators';
import { EXAMPLE } from '../../http/examples';

/** What `POST /approvals/:id/approve` and `/reject` both take. */
export class DecideApprovalBody extends IdempotentBody {
  @Optional()
  @IsAddressText()
  @Says(
    'The approver who decides. Needed to approve when the wallet lists approvers, and has to be one.',
    EXAMPLE.approver,
  )
  approver?: string;
}
