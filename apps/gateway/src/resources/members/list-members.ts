import { Controller, Get, Query, Req } from '@nestjs/common';
import type { Member, Page } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { People } from '../../read-model/people';

/** `GET /members` */
@Controller('v1/members')
export class ListMembersController {
  constructor(private readonly people: People) {}

  @Get()
  @Endpoint({ scope: 'members:read', limit: 'reads', query: true })
  listMembers(@Query() query: PageQuery, @Req() request: FastifyRequest): Promise<Page<Member>> {
    return this.people.members(pageOf('usr', callerOf(request), query));
  }
}
