import type { Policies } from '@stablecoin/contracts';
import type { Schema } from '../../http/json-schema';
import { nullable, ref, resource } from '../../openapi/schema';
import { amount } from '../../openapi/values';

export const policies: Policies = {
  separate_creator: true,
  two_approvers_above: '1000.00',
  treasury_approval_above: '5000.00',
  always_screen: true,
  duplicate_guard: 'bound_keys',
  duplicate_window_hours: 24,
};

export const policySchemas: Readonly<Record<string, Schema>> = {
  Policies: resource<Policies>(
    'Who has to agree to payments of the account and mode, whether all are screened, and what counts as a duplicate.',
    {
      separate_creator: {
        type: 'boolean',
        description:
          'Whether the creator of a payment can neither approve nor review it. Two API keys count as one person if somebody was shown both secrets.',
      },
      two_approvers_above: nullable(
        amount('Two people have to approve a payment above this amount; `null`: off.', '1000.00'),
      ),
      treasury_approval_above: nullable(
        amount(
          'A treasury payment above this amount waits for an approval and reserves no money until then. `null`: off.',
          '5000.00',
        ),
      ),
      always_screen: {
        type: 'boolean',
        description: 'Whether `compliance: "skip"` is refused, for payments and wallets, whatever scopes a key has.',
      },
      duplicate_guard: ref('DuplicateGuard'),
      duplicate_window_hours: {
        type: 'integer',
        description: 'How many hours back a payment is compared with others: from 1 to 720.',
        examples: [24],
      },
    },
    [policies],
  ),
};
