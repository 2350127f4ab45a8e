import { Controller, Delete, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiKeyAdministration } from './api-key-administration';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { keyId, noSuchKey } from './api-key.schema';
import { EXAMPLE } from '../../http/examples';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Revoke an API key',
  description:
    'Within a second the key is refused, and so are the keys that it created or rotated, directly or through others, because it was shown their secrets. The calling key and the keys that it descends from stay. Revoked keys stay in the list.',
  parameters: [keyId],
  answer: {
    description: 'It is revoked.',
    schema: 'Deleted',
    examples: { revoked: { summary: 'Revoked', value: { id: EXAMPLE.key, deleted: true } } },
  },
  errors: { not_found: noSuchKey },
};

/** `DELETE /api_keys/:id`: the key is revoked, and stays in the list. */
@Controller('v1/api_keys')
export class RevokeApiKeyController {
  constructor(private readonly administration: ApiKeyAdministration) {}

  @Delete(':id')
  @Endpoint({ scope: 'keys:write', limit: 'other' })
  @ApiOperation(document)
  async revokeApiKey(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<{ readonly id: string; readonly deleted: true }> {
    await this.administration.revoke(contextOf(request), id);
    return { id, deleted: true };
  }
}
