import { Body, Controller, Param, Put, Req } from '@nestjs/common';
import type { Member, MemberStatus, Role } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Members } from './members';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, RequiredOrNull, Says } from '../../http/fields';
import { contextOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';
import { MEMBER_STATUS, ROLE } from '../../http/words';

/** Body of `PUT /members/:id`. */
@Input('SetMember', 'What the member may do from now on.')
export class SetMemberBody {
  @RequiredOrNull()
  @IsOneOf(ROLE)
  @Says('The role; `null`: none. Where the identity provider gives a role, it has to be that one.', 'viewer')
  role!: Role | null;

  @Optional()
  @IsOneOf(MEMBER_STATUS)
  @Says('Left out: `active`.')
  status?: MemberStatus;
}

/** `PUT /members/:id` */
@Controller('v1/members')
export class SetMemberController {
  constructor(private readonly members: Members) {}

  @Put(':id')
  @Endpoint({ scope: 'members:write', limit: 'other' })
  setMember(@Param('id') id: string, @Body() body: SetMemberBody, @Req() request: FastifyRequest): Promise<Member> {
    return this.members.set(contextOf(request), id, { role: body.role, status: body.status ?? 'active' });
  }
}
