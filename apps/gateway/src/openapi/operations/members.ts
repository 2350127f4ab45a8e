import { SetMemberBody } from '../../resources/members/set-member';
import { EXAMPLE } from '../../http/examples';
import { PageQuery } from '../../http/inputs';
import { path } from '../parameters';
import { member } from '../schemas/member';
import { pageExample, type Endpoint } from './endpoint';

const tag = 'Members';

export const memberEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/members',
    operationId: 'listMembers',
    tag,
    summary: 'List members',
    description: 'The people who have signed in to your account and mode, those who came last first.',
    scope: 'members:read',
    limit: 'reads',
    query: { type: PageQuery, of: 'usr' },
    answers: { 200: { description: 'A page of members.', schema: 'MemberList', examples: pageExample(member) } },
  },
  {
    method: 'put',
    path: '/members/{id}',
    operationId: 'setMember',
    tag,
    summary: 'Assign a role',
    description:
      'Sets role and status. It holds for sessions that are open within a second. Nobody can assign a role that may do what ' +
      'they may not, and nobody can change themselves.',
    scope: 'members:write',
    limit: 'other',
    parameters: [path('id', 'Id of the member.', EXAMPLE.member)],
    body: {
      type: SetMemberBody,
      examples: {
        viewer: { summary: 'Look at everything', value: { role: 'viewer' } },
        disabled: { summary: 'No access', value: { role: null, status: 'disabled' } },
      },
    },
    answers: {
      200: {
        description: 'The member.',
        schema: 'Member',
        examples: { viewer: { summary: 'A viewer', value: member } },
      },
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
  },
];
