import type { Resource } from '../../openapi/resource';
import { GetPoliciesController } from './get-policies';
import { UpdatePoliciesController } from './update-policies';
import { policySchemas } from './policy.schema';

export const policies: Resource = {
  tag: 'Policies',
  controllers: [GetPoliciesController, UpdatePoliciesController],
  schemas: policySchemas,
};
