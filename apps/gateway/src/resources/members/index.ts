import type { Resource } from '../../openapi/resource';
import { ListMembersController } from './list-members';
import { SetMemberController } from './set-member';
import { memberSchemas } from './member.schema';

export const members: Resource = {
  tag: 'Members',
  controllers: [ListMembersController, SetMemberController],
  schemas: memberSchemas,
};
