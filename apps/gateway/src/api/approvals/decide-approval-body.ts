import { Input, Optional, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { IsAddressText } from '../../http/validators';
import { EXAMPLE } from '../../http/examples';

/** Body of `POST /approvals/:id/approve` and `/reject`. */
@Input('DecideApproval', 'Who decides.')
export class DecideApprovalBody extends IdempotentBody {
  @Optional()
  @IsAddressText()
  @Says(
    'The approver who decides. Needed to approve when the wallet lists approvers, and has to be one.',
    EXAMPLE.approver,
  )
  approver?: string;
}
