import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { Metadata, Page, QueryMap, Wallet } from '@stablecoin/contracts';
import { CHAIN_NAMES, type ChainName } from '@stablecoin/money';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { walletsOf } from '../../auth/wallet-bound';
import { Endpoint } from '../../http/endpoint';
import { Keyed, Optional } from '../../http/fields';
import { CreatedPageQuery, pageOf, spanOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsMetadataFilter, IsOneOf, IsOwner } from '../../http/validators';
import { QUERIES } from '../../tokens';

/** Query of `GET /wallets`. */
export class ListWalletsQuery extends CreatedPageQuery {
  @Optional()
  @IsOneOf(CHAIN_NAMES)
  chain?: ChainName;

  @Optional()
  @IsOwner()
  owner?: string;

  @Keyed()
  @IsMetadataFilter()
  metadata?: Metadata;
}

/** `GET /wallets` */
@Controller('v1/wallets')
export class ListWalletsController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get()
  @Endpoint({ scope: 'wallets:read', limit: 'reads', takesBoundKeys: true, query: true })
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
