import { Controller, Delete, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { WebhookEndpoints } from './webhook-endpoints';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';

/** `DELETE /webhook_endpoints/:id` */
@Controller('v1/webhook_endpoints')
export class DeleteWebhookEndpointController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Delete(':id')
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  async deleteWebhookEndpoint(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<{ readonly id: string; readonly deleted: true }> {
    await this.endpoints.remove(contextOf(request), id);
    return { id, deleted: true };
  }
}
