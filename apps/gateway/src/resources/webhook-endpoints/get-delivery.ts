import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { DeliveryWithBody, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { found } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /webhook_deliveries/:id` */
@Controller('v1/webhook_deliveries')
export class GetDeliveryController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'webhooks:read', limit: 'reads' })
  async getDelivery(@Param('id') id: string, @Req() request: FastifyRequest): Promise<DeliveryWithBody> {
    return found(await this.queries.ask('webhook.delivery', { ...tenantOf(request), id }), 'delivery');
  }
}
