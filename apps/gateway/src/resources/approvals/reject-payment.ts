import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Approval } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Approvals } from './approvals';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Says } from '../../http/fields';
import { contextOf } from '../../http/request-context';
import { IsText } from '../../http/validators';
import { DecideApprovalBody } from './decide-approval-body';
import { approval, approvalId, decisions, noSuchApproval, tooLateExample } from './approval.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /approvals/:id/reject`. */
@Input('DecideApproval', 'Who decides, and why.')
export class RejectPaymentBody extends DecideApprovalBody {
  @Optional()
  @IsText(1, 200)
  @Says(
    'The reason. It is in `error_message` of the payment, so webhooks show it too.',
    'The invoice was paid already.',
  )
  reason?: string;
}

const document: OperationDocument = {
  summary: 'Reject a payment',
  description: 'The payment fails with `approval_rejected`. One rejection is enough.',
  parameters: [approvalId],
  requests: {
    ...decisions,
    reasoned: { summary: 'With the reason', value: { reason: 'The invoice was paid already.' } },
  },
  answer: {
    description: 'The approval in its current state.',
    schema: 'Approval',
    examples: { rejected: { summary: 'Rejected', value: { ...approval, status: 'rejected' } } },
  },
  errors: { not_found: noSuchApproval, invalid_state: tooLateExample },
};

/** `POST /approvals/:id/reject` */
@Controller('v1/approvals')
export class RejectPaymentController {
  constructor(private readonly approvals: Approvals) {}

  @Post(':id/reject')
  @HttpCode(200)
  @Endpoint({ scope: 'approvals:write', limit: 'other' })
  @ApiOperation(document)
  async rejectPayment(
    @Param('id') id: string,
    @Body() body: RejectPaymentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Approval> {
    return answer(reply, await this.approvals.reject(contextOf(request, body), id, body));
  }
}
