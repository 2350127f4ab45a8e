import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { Payment, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { foundFor } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { callerOf, tenantOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { paymentId, settledPayment, pendingPayment, noSuchPayment } from './payment.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get a payment',
  description: 'The payment in its current state, including every write that the API has acknowledged.',
  parameters: [paymentId],
  answer: {
    description: 'The payment.',
    schema: 'Payment',
    examples: {
      settled: { summary: 'Settled', value: settledPayment },
      pending: { summary: 'Pending', value: pendingPayment },
    },
  },
  errors: { not_found: noSuchPayment },
};

/** `GET /payments/:id` */
@Controller('v1/payments')
export class GetPaymentController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'payments:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  async getPayment(@Param('id') id: string, @Req() request: FastifyRequest): Promise<Payment> {
    const payment = await this.queries.ask('payment.get', { ...tenantOf(request), id });
    return foundFor(callerOf(request), payment, 'payment', ({ from }) => from);
  }
}
