import { Body, Controller, Param, Patch, Req } from '@nestjs/common';
import type { ApiKey } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { ApiKeyAdministration } from './api-key-administration';
import { Endpoint } from '../../http/endpoint';
import { Input, RequiredOrNull, Says } from '../../http/fields';
import { contextOf } from '../../http/request-context';
import { IsText } from '../../http/validators';
import { keyId, withoutKey, noSuchKey } from './api-key.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `PATCH /api_keys/:id`. */
@Input('UpdateApiKey', 'Only the name of a key can be changed.')
export class UpdateApiKeyBody {
  @RequiredOrNull()
  @IsText(0, 128)
  @Says('A name for people; `null` removes it.')
  name!: string | null;
}

const document: OperationDocument = {
  summary: 'Rename an API key',
  description: 'Only the name can be changed.',
  parameters: [keyId],
  requests: { name: { summary: 'A new name', value: { name: 'Reports' } } },
  answer: withoutKey,
  errors: { invalid_request: { message: 'name is required.', param: 'name' }, not_found: noSuchKey },
};

/** `PATCH /api_keys/:id`: the name is all that can be changed of a key. */
@Controller('v1/api_keys')
export class UpdateApiKeyController {
  constructor(private readonly administration: ApiKeyAdministration) {}

  @Patch(':id')
  @Endpoint({ scope: 'keys:write', limit: 'other' })
  @ApiOperation(document)
  async updateApiKey(
    @Param('id') id: string,
    @Body() { name }: UpdateApiKeyBody,
    @Req() request: FastifyRequest,
  ): Promise<ApiKey> {
    const { object } = await this.administration.rename(contextOf(request), id, name);
    return object;
  }
}
