import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { DeliveryWithBody, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { found } from '@stablecoin/contracts';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { path } from '../../openapi/parameters';
import { EXAMPLE } from '../../http/examples';
import { deliveryWithBody } from './webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get a delivery',
  description: 'Every attempt with its request and response, and the body that was sent.',
  parameters: [path('id', 'Id of the delivery.', 'whd', EXAMPLE.delivery)],
  answer: {
    description: 'The delivery.',
    schema: 'DeliveryWithBody',
    examples: { pending: { summary: 'It is retried', value: deliveryWithBody() } },
  },
  errors: { not_found: { message: 'There is no such delivery.' } },
  insteadOfSdk: "the console, or the list of an endpoint's deliveries",
};

/** `GET /webhook_deliveries/:id` */
@Controller('v1/webhook_deliveries')
export class GetDeliveryController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'webhooks:read', limit: 'reads' })
  @ApiOperation(document)
  async getDelivery(@Param('id') id: string, @Req() request: FastifyRequest): Promise<DeliveryWithBody> {
    return found(await this.queries.ask('webhook.delivery', { ...tenantOf(request), id }), 'delivery');
  }
}
