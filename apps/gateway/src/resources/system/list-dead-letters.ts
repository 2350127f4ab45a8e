import { Controller, Get, Query, Req } from '@nestjs/common';
import { SERVICES, type DeadLetterView, type Page } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { DeadLetters } from './dead-letters';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';

/** Query of `GET /dead_letters`. */
export class ListDeadLettersQuery extends PageQuery {
  @Optional()
  @IsOneOf(SERVICES)
  @Says('Only those of this service.', 'payment')
  consumer?: string;
}

/** `GET /dead_letters` */
@Controller('v1/dead_letters')
export class ListDeadLettersController {
  constructor(private readonly letters: DeadLetters) {}

  @Get()
  @Endpoint({ scope: 'system:read', limit: 'reads', query: true })
  listDeadLetters(@Query() query: ListDeadLettersQuery, @Req() request: FastifyRequest): Promise<Page<DeadLetterView>> {
    return this.letters.list({ ...pageOf('dlt', callerOf(request), query), consumer: query.consumer ?? null });
  }
}
