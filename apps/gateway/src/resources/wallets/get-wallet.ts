import { Controller, Get, Inject, Param, Query, Req } from '@nestjs/common';
import type { OnchainView, QueryMap, Wallet } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { foundFor } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { callerOf, tenantOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';
import { WALLET_EXPANSION } from '../../http/words';
import { QUERIES } from '../../tokens';

/** Query of `GET /wallets/:id`. */
export class GetWalletQuery {
  /** What the answer has beside the wallet. */
  @Optional()
  @IsOneOf(WALLET_EXPANSION)
  @Says('What the answer has beside the wallet.', 'onchain')
  expand?: 'onchain';
}

/** `GET /wallets/:id` */
@Controller('v1/wallets')
export class GetWalletController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'wallets:read', limit: 'reads', takesBoundKeys: true, query: true })
  async getWallet(
    @Param('id') id: string,
    @Query() { expand }: GetWalletQuery,
    @Req() request: FastifyRequest,
  ): Promise<Wallet & { readonly onchain?: OnchainView | null }> {
    const by = { ...tenantOf(request), id };
    const own = await this.queries.ask('wallet.get', by);
    const wallet = foundFor(callerOf(request), own, 'wallet', ({ id: walletId }) => walletId);
    return expand === undefined ? wallet : { ...wallet, onchain: await this.queries.ask('wallet.onchain', by) };
  }
}
