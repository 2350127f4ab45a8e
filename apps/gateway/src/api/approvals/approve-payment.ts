import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Approval } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Approvals } from '../../application/approvals';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { Optional } from '../../http/fields';
import { IsSignature } from '../../http/validators';
import { DecideApprovalBody } from './decide-approval-body';

/** Body of `POST /approvals/:id/approve`. */
export class ApprovePaymentBody extends DecideApprovalBody {
  /** Of `typed_data`, by the approver; required where the wallet is on chain and the approver is not the operator. */
  @Optional()
  @IsSignature()
  signature?: string;
}

/** `POST /approvals/:id/approve` */
@Controller('v1/approvals')
export class ApprovePaymentController {
  constructor(private readonly approvals: Approvals) {}

  @Post(':id/approve')
  @HttpCode(200)
  @Endpoint({ scope: 'wallets:write', limit: 'other' })
  async approvePayment(
    @Param('id') id: string,
    @Body() body: ApprovePaymentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Approval> {
    return answer(reply, await this.approvals.approve(contextOf(request, body), id, body));
  }
}
