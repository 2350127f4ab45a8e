import { Controller, Get, Inject, Param, Query, Req } from '@nestjs/common';
import type { Delivery, Page, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { found } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf, tenantOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';
import { QUERIES } from '../../tokens';

/** Query of `GET /webhook_endpoints/:id/deliveries`. */
export class ListDeliveriesQuery extends PageQuery {
  @Optional()
  @IsOneOf(['pending', 'delivered', 'failed'])
  @Says('Only with this status.', 'failed')
  status?: Delivery['status'];
}

/** `GET /webhook_endpoints/:id/deliveries` */
@Controller('v1/webhook_endpoints')
export class ListDeliveriesController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id/deliveries')
  @Endpoint({ scope: 'webhooks:read', limit: 'reads', query: true })
  async listDeliveries(
    @Param('id') id: string,
    @Query() query: ListDeliveriesQuery,
    @Req() request: FastifyRequest,
  ): Promise<Page<Delivery>> {
    found(await this.queries.ask('webhook.endpoint', { ...tenantOf(request), id }), 'webhook endpoint');
    return this.queries.ask('webhook.deliveries', {
      ...pageOf('whd', callerOf(request), query),
      endpointId: id,
      status: query.status ?? null,
    });
  }
}
