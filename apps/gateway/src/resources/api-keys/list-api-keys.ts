import { Controller, Get, Query, Req } from '@nestjs/common';
import type { ApiKey, Page } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { ApiKeys } from '@stablecoin/access';
import { pageExample } from '../../openapi/examples';
import { apiKey } from './api-key.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'List API keys',
  description: 'The newest first, revoked ones included.',
  lists: 'key',
  answer: { description: 'A page of API keys.', schema: 'ApiKeyList', examples: pageExample(apiKey) },
};

/** `GET /api_keys` */
@Controller('v1/api_keys')
export class ListApiKeysController {
  constructor(private readonly keys: ApiKeys) {}

  @Get()
  @Endpoint({ scope: 'keys:read', limit: 'reads' })
  @ApiOperation(document)
  listApiKeys(@Query() query: PageQuery, @Req() request: FastifyRequest): Promise<Page<ApiKey>> {
    return this.keys.list(pageOf('key', callerOf(request), query));
  }
}
