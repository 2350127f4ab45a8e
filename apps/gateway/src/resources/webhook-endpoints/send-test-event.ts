import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { WebhookEndpoint } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookEndpoints } from './webhook-endpoints';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { Input } from '../../http/fields';

/** Body of `POST /webhook_endpoints/:id/test`. */
@Input('SendTestEvent', 'Nothing is needed.')
export class SendTestEventBody extends IdempotentBody {}

/** `POST /webhook_endpoints/:id/test`: sends a `webhook.test` event; its delivery is in the endpoint's deliveries. */
@Controller('v1/webhook_endpoints')
export class SendTestEventController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Post(':id/test')
  @HttpCode(200)
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  async sendTestEvent(
    @Param('id') id: string,
    @Body() body: SendTestEventBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookEndpoint> {
    return answer(reply, await this.endpoints.sendTest(contextOf(request, body), id));
  }
}
