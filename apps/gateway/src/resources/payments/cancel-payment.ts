import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Payment } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Cancellations } from './cancellations';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { Input } from '../../http/fields';
import { paymentId, canceledPayment, noSuchPayment } from './payment.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /payments/:id/cancel`. */
@Input('CancelPayment', 'The body may be empty.')
export class CancelPaymentBody extends IdempotentBody {}

const document: OperationDocument = {
  summary: 'Cancel a payment',
  description:
    'Possible until the payment is authorized for the chain, so while its `stage` is `screening`, ' +
    '`awaiting_approval`, `reserving`, `waiting` or `held`. Canceling it again returns the same; a payment that is authorized, or has ended otherwise, is 409 `invalid_state`.',
  parameters: [paymentId],
  requests: { cancel: { summary: 'Cancel it', value: {} } },
  answer: {
    description: 'It is canceled.',
    schema: 'Payment',
    examples: { canceled: { summary: 'Canceled', value: canceledPayment } },
  },
  errors: { not_found: noSuchPayment, invalid_state: true },
};

/** `POST /payments/:id/cancel` */
@Controller('v1/payments')
export class CancelPaymentController {
  constructor(private readonly cancellations: Cancellations) {}

  @Post(':id/cancel')
  @HttpCode(200)
  @Endpoint({ scope: 'payments:write', limit: 'other', takesBoundKeys: true })
  @ApiOperation(document)
  async cancelPayment(
    @Param('id') id: string,
    @Body() body: CancelPaymentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Payment> {
    return answer(reply, await this.cancellations.cancel(contextOf(request, body), id));
  }
}
