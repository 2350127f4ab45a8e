import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Simulation } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Payments } from './payments';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { CreatePaymentBody } from './create-payment';

/** `POST /payments/simulate`: what would become of a payment. Moves nothing. */
@Controller('v1/payments')
export class SimulatePaymentController {
  constructor(private readonly payments: Payments) {}

  @Post('simulate')
  @HttpCode(200)
  @Endpoint({ scope: 'payments:read', limit: 'other', takesBoundKeys: true })
  async simulatePayment(
    @Body() body: CreatePaymentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Simulation> {
    return answer(reply, await this.payments.simulate(contextOf(request, body), body));
  }
}
