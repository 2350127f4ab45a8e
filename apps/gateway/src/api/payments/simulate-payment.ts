import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { newId, type QueryMap, type Simulation } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/platform';
import type { FastifyRequest } from 'fastify';
import { PaymentOrders } from '../../application/payment-orders';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';
import { CreatePaymentBody } from './create-payment';

/** `POST /payments/simulate`: what would become of a payment. Moves and stores nothing. */
@Controller('v1/payments')
export class SimulatePayment {
  constructor(
    private readonly orders: PaymentOrders,
    @Inject(QUERIES) private readonly queries: Queries<QueryMap>,
  ) {}

  @Post('simulate')
  @HttpCode(200)
  @Endpoint({ scope: 'payments:read', limit: 'other' })
  async simulatePayment(@Body() body: CreatePaymentBody, @Req() request: FastifyRequest): Promise<Simulation> {
    const context = contextOf(request, body);
    const { account, livemode, at } = context;
    const order = await this.orders.check(context, body);
    return this.queries.ask('payment.simulate', {
      account,
      livemode,
      order: { ...order, paymentId: newId('pay', at), idempotencyKey: null },
    });
  }
}
