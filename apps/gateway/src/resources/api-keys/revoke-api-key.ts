import { Controller, Delete, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiKeyAdministration } from './api-key-administration';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';

/** `DELETE /api_keys/:id`: the key is revoked, and stays in the list. */
@Controller('v1/api_keys')
export class RevokeApiKeyController {
  constructor(private readonly administration: ApiKeyAdministration) {}

  @Delete(':id')
  @Endpoint({ scope: 'keys:write', limit: 'other' })
  async revokeApiKey(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<{ readonly id: string; readonly deleted: true }> {
    await this.administration.revoke(contextOf(request), id);
    return { id, deleted: true };
  }
}
