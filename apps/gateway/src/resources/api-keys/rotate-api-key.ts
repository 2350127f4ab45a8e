import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeyAdministration, type ApiKeyWithSecret } from './api-key-administration';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { Input, Optional, Says } from '../../http/fields';
import { IsWholeNumber } from '../../http/validators';

const OVERLAP_MAX_S = 7 * 24 * 60 * 60;

/** Body of `POST /api_keys/:id/rotate`. */
@Input('RotateApiKey', 'How long the secret before is still taken.')
export class RotateApiKeyBody extends IdempotentBody {
  @Optional()
  @IsWholeNumber(0, OVERLAP_MAX_S)
  @Says(
    'For how many seconds the secret before is still taken, up to 7 days. Left out: 0, so it is void at once.',
    3_600,
  )
  expires_in?: number;
}

/** `POST /api_keys/:id/rotate`: the answer shows the new key, once. */
@Controller('v1/api_keys')
export class RotateApiKeyController {
  constructor(private readonly administration: ApiKeyAdministration) {}

  @Post(':id/rotate')
  @HttpCode(200)
  @Endpoint({ scope: 'keys:write', limit: 'other' })
  async rotateApiKey(
    @Param('id') id: string,
    @Body() body: RotateApiKeyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ApiKeyWithSecret> {
    return answer(reply, await this.administration.rotate(contextOf(request, body), id, body.expires_in));
  }
}
