import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { QueryMap, WebhookEvent } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { found } from '../../application/refusals';
import { walletsOf } from '../../auth/wallet-bound';
import { Endpoint } from '../../http/endpoint';
import { callerOf, tenantOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /events/:id` */
@Controller('v1/events')
export class GetEventController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'events:read', limit: 'reads', takesBoundKeys: true })
  async getEvent(@Param('id') id: string, @Req() request: FastifyRequest): Promise<WebhookEvent> {
    const by = { ...tenantOf(request), wallets: walletsOf(callerOf(request)), id };
    return found(await this.queries.ask('webhook.event', by), 'event');
  }
}
