import type { Resource } from '../../openapi/resource';
import { ApprovePaymentController } from './approve-payment';
import { GetApprovalController } from './get-approval';
import { ListApprovalsController } from './list-approvals';
import { RejectPaymentController } from './reject-payment';
import { approvalSchemas } from './approval.schema';

export const approvals: Resource = {
  tag: 'Approvals',
  controllers: [ListApprovalsController, GetApprovalController, ApprovePaymentController, RejectPaymentController],
  schemas: approvalSchemas,
};
