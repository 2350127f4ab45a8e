import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeyAdministration, type ApiKeyWithSecret } from './api-key-administration';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { Input, Optional, Says } from '../../http/fields';
import { IsWholeNumber } from '../../http/validators';
import { keyId, withKey, noSuchKey } from './api-key.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const OVERLAP_MAX_S = 7 * 24 * 60 * 60;

/** Body of `POST /api_keys/:id/rotate`. */
@Input('RotateApiKey', 'How long the previous secret stays valid.')
export class RotateApiKeyBody extends IdempotentBody {
  @Optional()
  @IsWholeNumber(0, OVERLAP_MAX_S)
  @Says('Seconds for which the previous secret stays valid, up to 7 days. Default: 0, so it is void at once.', 3_600)
  expires_in?: number;
}

const notLater = {
  message: 'expires_at must not be later than the expiry of your own API key, 2027-01-31T12:00:00.000Z.',
  param: 'expires_at',
};

const document: OperationDocument = {
  summary: 'Rotate an API key',
  description:
    'Gives the key a new secret. The previous one is refused within a second, or after `expires_in`; only the latest two are accepted. The response has the secret, so a key with more rights than yours in plan, scopes, expiry or allow-list cannot be rotated: 403, with the field in `param`.',
  parameters: [keyId],
  requests: {
    rotate: { summary: 'Rotate it', value: {} },
    overlap: { summary: 'The previous secret stays valid for an hour', value: { expires_in: 3_600 } },
  },
  answer: withKey,
  errors: {
    plan_required: { message: 'An Enterprise key takes the Enterprise plan.', param: 'plan' },
    insufficient_scope: notLater,
    not_found: noSuchKey,
    invalid_state: { message: 'The key is revoked, so it cannot be rotated.' },
  },
};

/** `POST /api_keys/:id/rotate`: the answer shows the new key, once. */
@Controller('v1/api_keys')
export class RotateApiKeyController {
  constructor(private readonly administration: ApiKeyAdministration) {}

  @Post(':id/rotate')
  @HttpCode(200)
  @Endpoint({ scope: 'keys:write', limit: 'other' })
  @ApiOperation(document)
  async rotateApiKey(
    @Param('id') id: string,
    @Body() body: RotateApiKeyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ApiKeyWithSecret> {
    return answer(reply, await this.administration.rotate(contextOf(request, body), id, body.expires_in));
  }
}
