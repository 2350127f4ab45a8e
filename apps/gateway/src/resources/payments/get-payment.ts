import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { Payment, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { foundFor } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { callerOf, tenantOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /payments/:id` */
@Controller('v1/payments')
export class GetPaymentController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'payments:read', limit: 'reads', takesBoundKeys: true })
  async getPayment(@Param('id') id: string, @Req() request: FastifyRequest): Promise<Payment> {
    const payment = await this.queries.ask('payment.get', { ...tenantOf(request), id });
    return foundFor(callerOf(request), payment, 'payment', ({ from }) => from);
  }
}
