import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { Page, QueryMap, WebhookEndpoint } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { pageExample } from '../../openapi/examples';
import { endpoint } from './webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'List webhook endpoints',
  description: 'The newest first.',
  lists: 'whe',
  answer: { description: 'A page of endpoints.', schema: 'WebhookEndpointList', examples: pageExample(endpoint) },
};

/** `GET /webhook_endpoints` */
@Controller('v1/webhook_endpoints')
export class ListWebhookEndpointsController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get()
  @Endpoint({ scope: 'webhooks:read', limit: 'reads' })
  @ApiOperation(document)
  listWebhookEndpoints(@Query() query: PageQuery, @Req() request: FastifyRequest): Promise<Page<WebhookEndpoint>> {
    return this.queries.ask('webhook.endpoints', pageOf('whe', callerOf(request), query));
  }
}
