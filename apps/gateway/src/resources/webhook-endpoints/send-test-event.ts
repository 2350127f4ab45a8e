import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { WebhookEndpoint } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookEndpoints } from './webhook-endpoints';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { Input } from '../../http/fields';
import { endpointId, withoutSecret, noSuchEndpoint, disabled } from './webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /webhook_endpoints/:id/test`. */
@Input('SendTestEvent', 'The body may be empty.')
export class SendTestEventBody extends IdempotentBody {}

const document: OperationDocument = {
  summary: 'Send a test event',
  description: 'Sends an event of the type `webhook.test`, whatever `events` says. Its delivery is in `/deliveries`.',
  parameters: [endpointId],
  requests: { send: { summary: 'Send it', value: {} } },
  answer: withoutSecret,
  errors: { not_found: noSuchEndpoint, invalid_state: disabled },
};

/** `POST /webhook_endpoints/:id/test`: sends a `webhook.test` event; its delivery is in the endpoint's deliveries. */
@Controller('v1/webhook_endpoints')
export class SendTestEventController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Post(':id/test')
  @HttpCode(200)
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  @ApiOperation(document)
  async sendTestEvent(
    @Param('id') id: string,
    @Body() body: SendTestEventBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookEndpoint> {
    return answer(reply, await this.endpoints.sendTest(contextOf(request, body), id));
  }
}
