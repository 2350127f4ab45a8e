import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { CHAIN_NAMES, CURRENCIES, type ChainName, type Currency } from '@stablecoin/money';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Faucet, type FaucetReceipt } from '../../application/faucet';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Optional, Required } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsAmount, IsIdText, IsOneOf } from '../../http/validators';

/** Body of `POST /sandbox/faucet`. */
export class FaucetBody extends IdempotentBody {
  @Required()
  @IsOneOf(CHAIN_NAMES)
  chain!: ChainName;

  @Optional()
  @IsOneOf(CURRENCIES)
  currency?: Currency;

  @Required()
  @IsAmount()
  amount!: string;

  /** The wallet to fund; left out: the treasury. */
  @Optional()
  @IsIdText()
  wallet?: string;
}

/** `POST /sandbox/faucet`: 404 to a live key, whatever the request says. */
@Controller('v1/sandbox')
export class FaucetController {
  constructor(private readonly faucet: Faucet) {}

  @Post('faucet')
  @HttpCode(200)
  @Endpoint({ scope: 'treasury:write', limit: 'other', sandboxOnly: true, takesBoundKeys: true })
  async credit(
    @Body() body: FaucetBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FaucetReceipt> {
    return answer(reply, await this.faucet.credit(contextOf(request, body), body));
  }
}
