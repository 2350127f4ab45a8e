import { MEMBER_STATUSES, ROLE_NAMES, type Member } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { known, nullable, pageSchema, resource } from '../../openapi/schema';
import { id, livemode, time } from '../../openapi/values';

export const member: Member = {
  id: EXAMPLE.member,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'viewer',
  claimed_role: null,
  assigned_role: 'viewer',
  status: 'active',
  livemode: false,
  created_at: EXAMPLE.createdAt,
  last_signed_in_at: EXAMPLE.createdAt,
};

export const memberSchemas: Readonly<Record<string, Schema>> = {
  Member: resource<Member>(
    'A person who has signed in, in one account and mode.',
    {
      id: id('usr', 'the member'),
      name: nullable({ type: 'string', description: 'As the identity provider says.', examples: ['Ada Lovelace'] }),
      email: nullable({ type: 'string', description: 'As the identity provider says.', examples: ['ada@example.com'] }),
      role: nullable(known(ROLE_NAMES, 'What the member may do: `claimed_role`, otherwise `assigned_role`.')),
      claimed_role: nullable(known(ROLE_NAMES, 'The role that the identity provider gave at the last sign-in.')),
      assigned_role: nullable(known(ROLE_NAMES, 'The role that an administrator has assigned.')),
      status: known(MEMBER_STATUSES, '`disabled`: the member has no access.'),
      livemode,
      created_at: time('When the member first signed in.'),
      last_signed_in_at: nullable(time('When the last session of the member began; `null`: there was none.')),
    },
    [member],
  ),

  MemberList: pageSchema('Member', 'members'),
};
