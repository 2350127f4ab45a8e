import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeyAdministration, type ApiKeyWithSecret } from '../../application/access/api-key-administration';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { Input } from '../../http/fields';

/** Body of `POST /api_keys/:id/rotate`. */
@Input('RotateApiKey', 'Nothing is needed.')
export class RotateApiKeyBody extends IdempotentBody {}

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
    return answer(reply, await this.administration.rotate(contextOf(request, body), id));
  }
}
