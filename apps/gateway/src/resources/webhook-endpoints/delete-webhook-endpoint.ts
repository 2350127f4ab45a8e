import { Controller, Delete, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { WebhookEndpoints } from './webhook-endpoints';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { endpointId, noSuchEndpoint } from './webhook.schema';
import { EXAMPLE } from '../../http/examples';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Delete a webhook endpoint',
  description: 'Nothing is sent to it any more; pending deliveries are dropped.',
  parameters: [endpointId],
  answer: {
    description: 'It is deleted.',
    schema: 'Deleted',
    examples: { deleted: { summary: 'Deleted', value: { id: EXAMPLE.endpoint, deleted: true } } },
  },
  errors: { not_found: noSuchEndpoint },
};

/** `DELETE /webhook_endpoints/:id` */
@Controller('v1/webhook_endpoints')
export class DeleteWebhookEndpointController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Delete(':id')
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  @ApiOperation(document)
  async deleteWebhookEndpoint(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<{ readonly id: string; readonly deleted: true }> {
    await this.endpoints.remove(contextOf(request), id);
    return { id, deleted: true };
  }
}
