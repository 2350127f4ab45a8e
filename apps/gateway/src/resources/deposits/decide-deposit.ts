import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Deposit } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Deposits } from './deposits';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Required, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsOneOf, IsText } from '../../http/validators';
import { DEPOSIT_VERDICT } from '../../http/words';
import { depositId, releasedDeposit, noSuchDeposit } from './deposit.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /deposits/:id/decision`. */
@Input('DecideDeposit', 'The decision of a person.')
export class DecideDepositBody extends IdempotentBody {
  @Required()
  @IsOneOf(DEPOSIT_VERDICT)
  @Says('The decision.')
  decision!: 'clear' | 'keep';

  @Optional()
  @IsText(0, 1_000)
  @Says('The reason, stored with the decision.')
  note?: string;
}

const document: OperationDocument = {
  summary: 'Decide a held deposit',
  description:
    'Makes the money of a deposit available, or keeps it held permanently. Only a deposit whose status is `held` can be decided, once. It has no deadline.',
  parameters: [depositId],
  requests: {
    clear: { summary: 'Clear it', value: { decision: 'clear', note: 'A namesake' } },
    keep: { summary: 'Keep it', value: { decision: 'keep' } },
  },
  answer: {
    description: 'The deposit in its current state.',
    schema: 'Deposit',
    examples: { released: { summary: 'Cleared', value: releasedDeposit } },
  },
  errors: {
    invalid_request: { message: 'decision must be one of clear, keep.', param: 'decision' },
    not_found: noSuchDeposit,
    invalid_state: { message: 'The deposit does not wait for a decision.' },
  },
};

/** `POST /deposits/:id/decision` */
@Controller('v1/deposits')
export class DecideDepositController {
  constructor(private readonly deposits: Deposits) {}

  @Post(':id/decision')
  @HttpCode(200)
  @Endpoint({ scope: 'compliance:write', limit: 'other' })
  @ApiOperation(document)
  async decideDeposit(
    @Param('id') id: string,
    @Body() body: DecideDepositBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Deposit> {
    const { decision, note } = body;
    return answer(reply, await this.deposits.decide(contextOf(request, body), id, decision, note ?? null));
  }
}
