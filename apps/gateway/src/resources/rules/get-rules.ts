import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { found, type QueryMap, type Rules } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { IsNumberText } from '../../http/validators';
import { publishedRules } from './rules.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Query of `GET /rules`. */
export class GetRulesQuery {
  @Optional()
  @IsNumberText(1, 999_999_999)
  @Says('A published version, also an earlier one. Default: the version in force.', 3)
  version?: string;
}

const document: OperationDocument = {
  summary: 'Get the rules',
  description: 'The version in force, or another one, with what is scheduled and drafted. Version 0 has no rules.',
  answer: {
    description: 'The rules.',
    schema: 'Rules',
    examples: { two: { summary: 'Two rules', value: publishedRules } },
  },
  errors: { not_found: { message: 'There is no such version of the rules.', param: 'version' } },
};

/** `GET /rules` */
@Controller('v1/rules')
export class GetRulesController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get()
  @Endpoint({ scope: 'policies:read', limit: 'reads' })
  @ApiOperation(document)
  async getRules(@Query() query: GetRulesQuery, @Req() request: FastifyRequest): Promise<Rules> {
    const version = query.version === undefined ? null : Number(query.version);
    const answered = await this.queries.ask('payment.rules', { ...tenantOf(request), version });
    return found(answered, 'version of the rules', 'version');
  }
}
