import { Controller, Get, Query, Req } from '@nestjs/common';
import { SERVICES, type DeadLetterView, type Page } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { DeadLetters } from './dead-letters';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';
import { pageExample } from '../../openapi/examples';
import { deadLetter } from './system.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Query of `GET /dead_letters`. */
export class ListDeadLettersQuery extends PageQuery {
  @Optional()
  @IsOneOf(SERVICES)
  @Says('Only those of this service.', 'payment')
  consumer?: string;
}

const document: OperationDocument = {
  summary: 'List dead letters',
  description:
    'Messages of your account and mode that a service could not handle, without their content. The newest first. `npm run dead-letters` also shows those of no account.',
  lists: 'dlt',
  answer: { description: 'A page of dead letters.', schema: 'DeadLetterList', examples: pageExample(deadLetter) },
  insteadOfSdk: 'the console',
};

/** `GET /dead_letters` */
@Controller('v1/dead_letters')
export class ListDeadLettersController {
  constructor(private readonly letters: DeadLetters) {}

  @Get()
  @Endpoint({ scope: 'system:read', limit: 'reads' })
  @ApiOperation(document)
  listDeadLetters(@Query() query: ListDeadLettersQuery, @Req() request: FastifyRequest): Promise<Page<DeadLetterView>> {
    return this.letters.list({ ...pageOf('dlt', callerOf(request), query), consumer: query.consumer ?? null });
  }
}
