import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { QueryMap, WebhookEvent } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { found } from '@stablecoin/contracts';
import { walletsOf } from '@stablecoin/access';
import { Endpoint } from '../../http/endpoint';
import { callerOf, tenantOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { path } from '../../openapi/parameters';
import { EXAMPLE } from '../../http/examples';
import { settledEvent } from '../webhook-endpoints/webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get an event',
  description: 'As it is sent to webhook endpoints.',
  parameters: [path('id', 'Id of the event.', 'evt', EXAMPLE.event)],
  answer: {
    description: 'The event.',
    schema: 'WebhookEvent',
    examples: { settled: { summary: 'A payment settled', value: settledEvent } },
  },
  errors: { not_found: { message: 'There is no such event.' } },
};

/** `GET /events/:id` */
@Controller('v1/events')
export class GetEventController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'events:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  async getEvent(@Param('id') id: string, @Req() request: FastifyRequest): Promise<WebhookEvent> {
    const by = { ...tenantOf(request), wallets: walletsOf(callerOf(request)), id };
    return found(await this.queries.ask('webhook.event', by), 'event');
  }
}
