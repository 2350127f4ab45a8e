import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Wallets, type BulkEntry } from '../../application/wallets';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Required, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { WalletInput } from './create-wallet';

/** Body of `POST /wallets/bulk`. */
@Input('CreateWallets', 'Wallets that are created by one request.')
export class CreateWalletsBody extends IdempotentBody {
  @Required({ type: () => WalletInput, listMax: 100 })
  @Says('In the order of the answer.')
  wallets!: readonly WalletInput[];
}

/** `POST /wallets/bulk`: answers in the order of the request, each with a wallet or with why there is none. */
@Controller('v1/wallets')
export class CreateWalletsController {
  constructor(private readonly wallets: Wallets) {}

  @Post('bulk')
  @HttpCode(200)
  @Endpoint({ scope: 'wallets:write', limit: 'other' })
  async createWallets(
    @Body() body: CreateWalletsBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ readonly data: readonly BulkEntry[] }> {
    return answer(reply, await this.wallets.createAll(contextOf(request, body), body.wallets));
  }
}
