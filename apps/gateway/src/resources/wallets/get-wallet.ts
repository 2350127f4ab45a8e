import { Controller, Get, Inject, Param, Query, Req } from '@nestjs/common';
import type { OnchainView, QueryMap, Wallet } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { foundFor } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { callerOf, tenantOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';
import { WALLET_EXPANSION } from '../../http/words';
import { QUERIES } from '../../http/tokens';
import { path } from '../../openapi/parameters';
import { EXAMPLE } from '../../http/examples';
import { wallet, onchainWallet } from './wallet.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Query of `GET /wallets/:id`. */
export class GetWalletQuery {
  /** What the answer has beside the wallet. */
  @Optional()
  @IsOneOf(WALLET_EXPANSION)
  @Says('What to add to the wallet.', 'onchain')
  expand?: 'onchain';
}

const document: OperationDocument = {
  summary: 'Get a wallet',
  description:
    'The wallet with its balances, which include every acknowledged payment. With `expand=onchain` also the state of a live wallet at a final block; 500 `internal_error` when too few endpoints agree on it.',
  parameters: [path('id', 'Id of the wallet.', 'wal', EXAMPLE.wallet)],
  answer: {
    description: 'The wallet.',
    schema: 'ExpandedWallet',
    examples: {
      wallet: { summary: 'A wallet', value: wallet },
      onchain: { summary: 'A live wallet, with `expand=onchain`', value: onchainWallet },
    },
  },
  errors: { not_found: { message: 'There is no such wallet.' } },
};

/** `GET /wallets/:id` */
@Controller('v1/wallets')
export class GetWalletController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'wallets:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
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
