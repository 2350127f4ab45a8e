import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { WEBHOOK_EVENT_TYPES, type Page, type QueryMap, type WebhookEvent } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { CreatedPageQuery, pageOf, spanOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';
import { QUERIES } from '../../tokens';

/** Query of `GET /events`. */
export class ListEventsQuery extends CreatedPageQuery {
  @Optional()
  @IsOneOf([...WEBHOOK_EVENT_TYPES, 'webhook.test'])
  @Says('Only of this type.', 'payment.settled')
  type?: string;
}

/** `GET /events` */
@Controller('v1/events')
export class ListEventsController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get()
  @Endpoint({ scope: 'webhooks:read', limit: 'reads', query: true })
  listEvents(@Query() query: ListEventsQuery, @Req() request: FastifyRequest): Promise<Page<WebhookEvent>> {
    return this.queries.ask('webhook.events', {
      ...pageOf('evt', callerOf(request), query),
      ...spanOf(query),
      type: query.type ?? null,
    });
  }
}
