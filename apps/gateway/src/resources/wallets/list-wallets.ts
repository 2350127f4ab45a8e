import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { Metadata, Page, QueryMap, Wallet, ChainName } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { walletsOf } from '@stablecoin/access';
import { Endpoint } from '../../http/endpoint';
import { Keyed, Optional, Says } from '../../http/fields';
import { CreatedPageQuery, METADATA_FILTER_SAYS, pageOf, spanOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsMetadataFilter, IsOneOf, IsOwner } from '../../http/validators';
import { CHAIN } from '../../http/words';
import { QUERIES } from '../../http/tokens';
import { pageExample } from '../../openapi/examples';
import { wallet } from './wallet.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Query of `GET /wallets`. */
export class ListWalletsQuery extends CreatedPageQuery {
  @Optional()
  @IsOneOf(CHAIN)
  @Says('Only on this chain.', 'base')
  chain?: ChainName;

  @Optional()
  @IsOwner()
  @Says('Only of this owner.', 'agent:procurement')
  owner?: string;

  @Keyed()
  @IsMetadataFilter()
  @Says(METADATA_FILTER_SAYS, { order: '1042' })
  metadata?: Metadata;
}

const document: OperationDocument = {
  summary: 'List wallets',
  description: 'The newest first.',
  lists: 'wal',
  answer: { description: 'A page of wallets.', schema: 'WalletList', examples: pageExample(wallet) },
};

/** `GET /wallets` */
@Controller('v1/wallets')
export class ListWalletsController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get()
  @Endpoint({ scope: 'wallets:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  listWallets(@Query() query: ListWalletsQuery, @Req() request: FastifyRequest): Promise<Page<Wallet>> {
    return this.queries.ask('wallet.list', {
      ...pageOf('wal', callerOf(request), query),
      ...spanOf(query),
      wallets: walletsOf(callerOf(request)),
      chain: query.chain ?? null,
      owner: query.owner ?? null,
      metadata: query.metadata ?? {},
    });
  }
}
