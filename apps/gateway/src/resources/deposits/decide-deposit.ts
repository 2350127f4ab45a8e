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

/** Body of `POST /deposits/:id/decision`. */
@Input('DecideDeposit', 'What a person decided.')
export class DecideDepositBody extends IdempotentBody {
  @Required()
  @IsOneOf(DEPOSIT_VERDICT)
  @Says('The decision.')
  decision!: 'clear' | 'keep';

  @Optional()
  @IsText(0, 1_000)
  @Says('Why; kept with the decision.')
  note?: string;
}

/** `POST /deposits/:id/decision` */
@Controller('v1/deposits')
export class DecideDepositController {
  constructor(private readonly deposits: Deposits) {}

  @Post(':id/decision')
  @HttpCode(200)
  @Endpoint({ scope: 'compliance:write', limit: 'other' })
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
