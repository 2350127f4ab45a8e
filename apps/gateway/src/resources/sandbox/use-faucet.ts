import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { ChainName, Currency } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Faucet, type FaucetReceipt } from './faucet';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Required, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsAddressText, IsAmount, IsIdText, IsOneOf } from '../../http/validators';
import { CHAIN, CURRENCY } from '../../http/words';
import { EXAMPLE } from '../../http/examples';
import { faucetReceipt } from './sandbox.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /sandbox/faucet`. */
@Input('UseFaucet', 'A credit to simulate.')
export class FaucetBody extends IdempotentBody {
  @Required()
  @IsOneOf(CHAIN)
  @Says('The chain.')
  chain!: ChainName;

  @Optional()
  @IsOneOf(CURRENCY)
  @Says('The stablecoin. Default: `USDC`.')
  currency?: Currency;

  @Required()
  @IsAmount()
  @Says('Greater than zero, and at most the largest payment.', '500.00')
  amount!: string;

  @Optional()
  @IsIdText()
  @Says('Id of the wallet to credit, on the same chain. Default: the treasury.', EXAMPLE.wallet)
  wallet?: string;

  @Optional()
  @IsAddressText()
  @Says(
    'The sender, who is screened before the money is available. Default: a sender of the sandbox that is not screened.',
    '0x000000000000000000000000000000000000d001',
  )
  from?: string;
}

const document: OperationDocument = {
  summary: 'Credit the treasury or a wallet',
  description: 'A simulated inbound transfer; for a wallet `wallet.funded` is sent. Live keys get 404.',
  requests: {
    wallet: { summary: 'A wallet', value: { chain: 'base', amount: '500.00', wallet: EXAMPLE.wallet } },
    treasury: { summary: 'The treasury', value: { chain: 'solana', currency: 'EURC', amount: '10000' } },
  },
  answer: {
    description: 'The transfer.',
    schema: 'FaucetReceipt',
    examples: {
      wallet: { summary: 'To a wallet', value: faucetReceipt },
      treasury: { summary: 'To the treasury', value: { ...faucetReceipt, wallet: null } },
    },
  },
  errors: {
    invalid_request: { message: "chain must be base, which is the wallet's.", param: 'chain' },
    not_found: { message: 'There is no such wallet.', param: 'wallet' },
    invalid_state: { message: 'The wallet waits for the review of its owner, so it cannot be used.' },
  },
};

/** `POST /sandbox/faucet`: 404 to a live key, whatever the request says. */
@Controller('v1/sandbox')
export class UseFaucetController {
  constructor(private readonly faucet: Faucet) {}

  @Post('faucet')
  @HttpCode(200)
  @Endpoint({ scope: 'treasury:write', limit: 'other', sandboxOnly: true, takesBoundKeys: true })
  @ApiOperation(document)
  async useFaucet(
    @Body() body: FaucetBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FaucetReceipt> {
    return answer(reply, await this.faucet.credit(contextOf(request, body), body));
  }
}
