import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { QueryMap, WebhookEndpoint } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { found } from '@stablecoin/contracts';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { endpointId, withoutSecret, noSuchEndpoint } from './webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get a webhook endpoint',
  description: 'Without its secret.',
  parameters: [endpointId],
  answer: withoutSecret,
  errors: { not_found: noSuchEndpoint },
};

/** `GET /webhook_endpoints/:id` */
@Controller('v1/webhook_endpoints')
export class GetWebhookEndpointController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'webhooks:read', limit: 'reads' })
  @ApiOperation(document)
  async getWebhookEndpoint(@Param('id') id: string, @Req() request: FastifyRequest): Promise<WebhookEndpoint> {
    return found(await this.queries.ask('webhook.endpoint', { ...tenantOf(request), id }), 'webhook endpoint');
  }
}
