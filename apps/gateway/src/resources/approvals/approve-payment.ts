import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Approval } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Approvals } from './approvals';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { Input, Optional, Says } from '../../http/fields';
import { IsSignature } from '../../http/validators';
import { DecideApprovalBody } from './decide-approval-body';
import { approval, approvalId, decisions, noSuchApproval, tooLateExample } from './approval.schema';
import { EXAMPLE } from '../../http/examples';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /approvals/:id/approve`. */
@Input('ApprovePayment', 'Who approves.')
export class ApprovePaymentBody extends DecideApprovalBody {
  @Optional()
  @IsSignature()
  @Says(
    "The approver's signature of `typed_data`. A live wallet needs it, unless this service's operator approves. In the sandbox it is optional, and checked if given. No response shows it.",
    `0x${'5c'.repeat(64)}1b`,
  )
  signature?: string;
}

const document: OperationDocument = {
  summary: 'Approve a payment',
  description:
    'If the wallet lists approvers, `approver` has to be one of them, each counts once, and the payment continues when `threshold` is reached. If it lists none, and for a payment from the treasury, which takes no `approver`, the first approval decides, unless two people have to approve. The balance is then checked again. A live wallet needs the signature of each approver: see `typed_data` of the approval. If the policies do not let you approve, or you have already approved and another person has to, the response is 403.',
  parameters: [approvalId],
  requests: {
    ...decisions,
    signed: {
      summary: 'A live wallet',
      value: { approver: EXAMPLE.approver, signature: `0x${'5c'.repeat(64)}1b` },
    },
  },
  answer: {
    description: 'The approval in its current state.',
    schema: 'Approval',
    examples: { approved: { summary: 'Approved', value: { ...approval, status: 'approved' } } },
  },
  errors: {
    invalid_request: { message: 'This wallet has listed approvers: name one.', param: 'approver' },
    not_found: noSuchApproval,
    insufficient_scope: {
      message: 'The policy separate_creator is on: who created a payment cannot approve it.',
    },
    invalid_state: tooLateExample,
  },
};

/** `POST /approvals/:id/approve` */
@Controller('v1/approvals')
export class ApprovePaymentController {
  constructor(private readonly approvals: Approvals) {}

  @Post(':id/approve')
  @HttpCode(200)
  @Endpoint({ scope: 'approvals:write', limit: 'other' })
  @ApiOperation(document)
  async approvePayment(
    @Param('id') id: string,
    @Body() body: ApprovePaymentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Approval> {
    return answer(reply, await this.approvals.approve(contextOf(request, body), id, body));
  }
}
