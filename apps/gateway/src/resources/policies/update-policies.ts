import { Body, Controller, Patch, Req } from '@nestjs/common';
import type { DuplicateGuardKeys, Policies as Shown } from '@stablecoin/contracts';
import { parseAmount, toUnits, type Units } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { Input, Nullable, Optional, Says } from '../../http/fields';
import { contextOf } from '../../http/request-context';
import { IsAmount, IsOneOf, IsTrueOrFalse, IsWholeNumber } from '../../http/validators';
import { DUPLICATE_GUARD } from '../../http/words';
import { PolicyChanges } from './policy-changes';
import { policies } from './policy.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `PATCH /policies`. */
@Input('UpdatePolicies', 'Omitted fields stay as they are.')
export class UpdatePoliciesBody {
  @Optional()
  @IsTrueOrFalse()
  @Says('Whether the creator of a payment can neither approve nor review it.')
  separate_creator?: boolean;

  @Nullable()
  @IsAmount()
  @Says('Two people have to approve a payment above this amount; `null` switches it off.', '1000.00')
  two_approvers_above?: string | null;

  @Nullable()
  @IsAmount()
  @Says('A payment from the treasury above this amount waits for an approval; `null` switches it off.', '5000.00')
  treasury_approval_above?: string | null;

  @Optional()
  @IsTrueOrFalse()
  @Says('Whether `compliance: "skip"` is refused, whatever scopes a key has.')
  always_screen?: boolean;

  @Optional()
  @IsOneOf(DUPLICATE_GUARD)
  @Says('Whose payments are compared with earlier ones.')
  duplicate_guard?: DuplicateGuardKeys;

  @Optional()
  @IsWholeNumber(1, 720)
  @Says('How many hours back a payment is compared with others.', 24)
  duplicate_window_hours?: number;
}

const document: OperationDocument = {
  summary: 'Change the policies',
  description:
    'Omitted fields stay as they are. A change applies to payments that are created a second later or more. A payment keeps the policies of its creation.',
  requests: {
    on: { summary: 'Switch all on', value: policies },
    off: { summary: 'Switch one off', value: { two_approvers_above: null } },
  },
  answer: {
    description: 'The current policies.',
    schema: 'Policies',
    examples: { on: { summary: 'All are on', value: policies } },
  },
  errors: {
    invalid_request: { message: 'separate_creator must be true or false.', param: 'separate_creator' },
  },
};

/** `PATCH /policies`: what is not named stays as it is. */
@Controller('v1/policies')
export class UpdatePoliciesController {
  constructor(private readonly changes: PolicyChanges) {}

  @Patch()
  @Endpoint({ scope: 'policies:write', limit: 'other' })
  @ApiOperation(document)
  updatePolicies(@Body() body: UpdatePoliciesBody, @Req() request: FastifyRequest): Promise<Shown> {
    const { separate_creator: separateCreator, always_screen: alwaysScreen } = body;
    const { duplicate_guard: duplicateGuard, duplicate_window_hours: duplicateWindowHours } = body;
    const { two_approvers_above: two, treasury_approval_above: treasury } = body;
    return this.changes.change(contextOf(request), {
      ...(separateCreator !== undefined && { separateCreator }),
      ...(two !== undefined && { twoApproversAbove: readAmount(two) }),
      ...(treasury !== undefined && { treasuryApprovalAbove: readAmount(treasury) }),
      ...(alwaysScreen !== undefined && { alwaysScreen }),
      ...(duplicateGuard !== undefined && { duplicateGuard }),
      ...(duplicateWindowHours !== undefined && { duplicateWindowHours }),
    });
  }
}

function readAmount(text: string | null): Units | null {
  const amount = text === null ? undefined : parseAmount(text);
  return amount === undefined ? null : toUnits(amount);
}
