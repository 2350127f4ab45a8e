import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookEndpoints, type EndpointWithSecret } from '../../application/webhook-endpoints';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { Input } from '../../http/fields';

/** Body of `POST /webhook_endpoints/:id/rotate_secret`. */
@Input('RotateWebhookSecret', 'Nothing is needed.')
export class RotateSecretBody extends IdempotentBody {}

/** `POST /webhook_endpoints/:id/rotate_secret`: the answer shows the new secret, once. */
@Controller('v1/webhook_endpoints')
export class RotateSecretController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Post(':id/rotate_secret')
  @HttpCode(200)
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  async rotateSecret(
    @Param('id') id: string,
    @Body() body: RotateSecretBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointWithSecret> {
    return answer(reply, await this.endpoints.rotateSecret(contextOf(request, body), id));
  }
}
