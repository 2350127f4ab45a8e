import { Body, Controller, Param, Patch, Req } from '@nestjs/common';
import type { ApiKey } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { ApiKeyAdministration } from '../../application/api-key-administration';
import { Endpoint } from '../../http/endpoint';
import { Nullable } from '../../http/fields';
import { invalid } from '../../application/refusals';
import { contextOf } from '../../http/request-context';
import { IsText } from '../../http/validators';

/** Body of `PATCH /api_keys/:id`. */
export class UpdateApiKeyBody {
  @Nullable()
  @IsText(0, 128)
  name?: string | null;
}

/** `PATCH /api_keys/:id`: the name is all that can be changed of a key. */
@Controller('v1/api_keys')
export class UpdateApiKeyController {
  constructor(private readonly administration: ApiKeyAdministration) {}

  @Patch(':id')
  @Endpoint({ scope: 'keys:write', limit: 'other' })
  async updateApiKey(
    @Param('id') id: string,
    @Body() { name }: UpdateApiKeyBody,
    @Req() request: FastifyRequest,
  ): Promise<ApiKey> {
    if (name === undefined) throw invalid('name', 'name is required.');
    const { object } = await this.administration.rename(contextOf(request), id, name);
    return object;
  }
}
