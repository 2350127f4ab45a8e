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

/** Body of `POST /approvals/:id/approve`. */
@Input('ApprovePayment', 'Who approves.')
export class ApprovePaymentBody extends DecideApprovalBody {
  @Optional()
  @IsSignature()
  @Says(
    "The approver's signature of `typed_data`. A live wallet needs it, unless this service's operator approves. In the sandbox it " +
      'may be left out, and is checked when it is given. No answer shows it.',
    `0x${'5c'.repeat(64)}1b`,
  )
  signature?: string;
}

/** `POST /approvals/:id/approve` */
@Controller('v1/approvals')
export class ApprovePaymentController {
  constructor(private readonly approvals: Approvals) {}

  @Post(':id/approve')
  @HttpCode(200)
  @Endpoint({ scope: 'approvals:write', limit: 'other' })
  async approvePayment(
    @Param('id') id: string,
    @Body() body: ApprovePaymentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Approval> {
    return answer(reply, await this.approvals.approve(contextOf(request, body), id, body));
  }
}
