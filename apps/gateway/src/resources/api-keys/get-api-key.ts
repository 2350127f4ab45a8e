import { Controller, Get, Param, Req } from '@nestjs/common';
import type { ApiKey } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { found } from '@stablecoin/contracts';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { ApiKeys } from '@stablecoin/access';
import { keyId, withoutKey, noSuchKey } from './api-key.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get an API key',
  description: 'Without its secret.',
  parameters: [keyId],
  answer: withoutKey,
  errors: { not_found: noSuchKey },
};

/** `GET /api_keys/:id` */
@Controller('v1/api_keys')
export class GetApiKeyController {
  constructor(private readonly keys: ApiKeys) {}

  @Get(':id')
  @Endpoint({ scope: 'keys:read', limit: 'reads' })
  @ApiOperation(document)
  async getApiKey(@Param('id') id: string, @Req() request: FastifyRequest): Promise<ApiKey> {
    return found(await this.keys.get(tenantOf(request), id), 'API key').shown;
  }
}
