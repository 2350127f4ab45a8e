import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Payment } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Cancellations } from './cancellations';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { Input } from '../../http/fields';

/** Body of `POST /payments/:id/cancel`. */
@Input('CancelPayment', 'Nothing is needed.')
export class CancelPaymentBody extends IdempotentBody {}

/** `POST /payments/:id/cancel` */
@Controller('v1/payments')
export class CancelPaymentController {
  constructor(private readonly cancellations: Cancellations) {}

  @Post(':id/cancel')
  @HttpCode(200)
  @Endpoint({ scope: 'payments:write', limit: 'other', takesBoundKeys: true })
  async cancelPayment(
    @Param('id') id: string,
    @Body() body: CancelPaymentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Payment> {
    return answer(reply, await this.cancellations.cancel(contextOf(request, body), id));
  }
}
