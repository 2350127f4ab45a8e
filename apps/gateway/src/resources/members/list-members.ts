import { Controller, Get, Query, Req } from '@nestjs/common';
import type { Member, Page } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { People } from '@stablecoin/access';
import { pageExample } from '../../openapi/examples';
import { member } from './member.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'List members',
  description: 'The people who have signed in to your account and mode, the newest first.',
  lists: 'usr',
  answer: { description: 'A page of members.', schema: 'MemberList', examples: pageExample(member) },
};

/** `GET /members` */
@Controller('v1/members')
export class ListMembersController {
  constructor(private readonly people: People) {}

  @Get()
  @Endpoint({ scope: 'members:read', limit: 'reads' })
  @ApiOperation(document)
  listMembers(@Query() query: PageQuery, @Req() request: FastifyRequest): Promise<Page<Member>> {
    return this.people.members(pageOf('usr', callerOf(request), query));
  }
}
