import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookEndpoints, type EndpointWithSecret } from './webhook-endpoints';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { Input, Optional, Says } from '../../http/fields';
import { IsWholeNumber } from '../../http/validators';
import { endpointId, withSecret, noSuchEndpoint } from './webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const OVERLAP_MAX_S = 7 * 24 * 60 * 60;

/** Body of `POST /webhook_endpoints/:id/rotate_secret`. */
@Input('RotateWebhookSecret', 'How long the previous secret also signs.')
export class RotateSecretBody extends IdempotentBody {
  @Optional()
  @IsWholeNumber(0, OVERLAP_MAX_S)
  @Says(
    'Seconds for which the previous secret also signs, up to 7 days; 0: it stops at once. Default: 24 hours.',
    86_400,
  )
  expires_in?: number;
}

const document: OperationDocument = {
  summary: 'Rotate the secret of a webhook endpoint',
  description: 'The previous secret also signs for 24 hours, or for `expires_in` seconds. With 0 it is void at once.',
  parameters: [endpointId],
  requests: {
    rotate: { summary: 'Rotate it', value: {} },
    leaked: { summary: 'The previous secret has leaked', value: { expires_in: 0 } },
  },
  answer: withSecret,
  errors: { not_found: noSuchEndpoint },
};

/** `POST /webhook_endpoints/:id/rotate_secret`: the answer shows the new secret, once. */
@Controller('v1/webhook_endpoints')
export class RotateWebhookSecretController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Post(':id/rotate_secret')
  @HttpCode(200)
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  @ApiOperation(document)
  async rotateWebhookSecret(
    @Param('id') id: string,
    @Body() body: RotateSecretBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointWithSecret> {
    return answer(reply, await this.endpoints.rotateSecret(contextOf(request, body), id, body.expires_in));
  }
}
