import { UpdatePoliciesBody } from '../../resources/policies/update-policies';
import { policies } from '../schemas/policy';
import type { Endpoint } from './endpoint';

const tag = 'Policies';

export const policyEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/policies',
    operationId: 'getPolicies',
    tag,
    summary: 'Get the policies',
    description:
      'Who has to agree to payments of the account and mode, and whether all are screened. All are off at first.',
    scope: 'policies:read',
    limit: 'reads',
    answers: {
      200: {
        description: 'The policies.',
        schema: 'Policies',
        examples: { on: { summary: 'All are on', value: policies } },
      },
    },
  },
  {
    method: 'patch',
    path: '/policies',
    operationId: 'updatePolicies',
    tag,
    summary: 'Change the policies',
    description:
      'What is left out stays as it is. A change counts for payments that are ordered a second later or more. Payments keep ' +
      'the policies of their order: what waits already is not decided by a weaker rule.',
    scope: 'policies:write',
    limit: 'other',
    body: {
      type: UpdatePoliciesBody,
      examples: {
        on: { summary: 'Switch all on', value: policies },
        off: { summary: 'Switch one off', value: { two_approvers_above: null } },
      },
    },
    answers: {
      200: {
        description: 'The policies as they are now.',
        schema: 'Policies',
        examples: { on: { summary: 'All are on', value: policies } },
      },
    },
    errors: {
      invalid_request: { message: 'separate_creator must be true or false.', param: 'separate_creator' },
    },
  },
];
