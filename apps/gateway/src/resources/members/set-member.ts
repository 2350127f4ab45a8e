import { Body, Controller, Param, Put, Req } from '@nestjs/common';
import type { Member, MemberStatus, Role } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Members } from '@stablecoin/access';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, RequiredOrNull, Says } from '../../http/fields';
import { contextOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';
import { MEMBER_STATUS, ROLE } from '../../http/words';
import { path } from '../../openapi/parameters';
import { EXAMPLE } from '../../http/examples';
import { member } from './member.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `PUT /members/:id`. */
@Input('SetMember', 'The new role and status.')
export class SetMemberBody {
  @RequiredOrNull()
  @IsOneOf(ROLE)
  @Says('The role; `null`: none. If the identity provider gives a role, it has to be that one.', 'viewer')
  role!: Role | null;

  @Optional()
  @IsOneOf(MEMBER_STATUS)
  @Says('Whether the member may sign in. Default: `active`.')
  status?: MemberStatus;
}

const document: OperationDocument = {
  summary: 'Assign a role',
  description:
    'Sets role and status. Open sessions follow within a second. Nobody can assign a role with more rights than their own, or change their own.',
  parameters: [path('id', 'Id of the member.', 'usr', EXAMPLE.member)],
  requests: {
    viewer: { summary: 'Read everything', value: { role: 'viewer' } },
    disabled: { summary: 'No access', value: { role: null, status: 'disabled' } },
  },
  answer: {
    description: 'The member.',
    schema: 'Member',
    examples: { viewer: { summary: 'A viewer', value: member } },
  },
  errors: {
    invalid_request: { message: 'role is required.', param: 'role' },
    insufficient_scope: {
      message: 'The role administrator has the scope payments:write, which you do not have.',
      param: 'role',
    },
    not_found: { message: 'There is no such member.' },
    invalid_state: { message: 'The identity provider gives this member the role viewer.', param: 'role' },
  },
};

/** `PUT /members/:id` */
@Controller('v1/members')
export class SetMemberController {
  constructor(private readonly members: Members) {}

  @Put(':id')
  @Endpoint({ scope: 'members:write', limit: 'other' })
  @ApiOperation(document)
  setMember(@Param('id') id: string, @Body() body: SetMemberBody, @Req() request: FastifyRequest): Promise<Member> {
    return this.members.set(contextOf(request), id, { role: body.role, status: body.status ?? 'active' });
  }
}
