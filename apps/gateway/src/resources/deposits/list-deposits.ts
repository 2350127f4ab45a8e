import { Controller, Get, Query, Req } from '@nestjs/common';
import { DEPOSIT_STATUSES, type Deposit, type DepositStatus, type Page } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Deposits } from './deposits';
import { walletsOf } from '../../auth/wallet-bound';
import { Endpoint } from '../../http/endpoint';
import { EXAMPLE } from '../../http/examples';
import { Optional, Says } from '../../http/fields';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsIdText, IsOneOf } from '../../http/validators';

/** Query of `GET /deposits`. */
export class ListDepositsQuery extends PageQuery {
  @Optional()
  @IsOneOf(DEPOSIT_STATUSES)
  @Says('Only with this status.', 'held')
  status?: DepositStatus;

  @Optional()
  @IsIdText()
  @Says('Only to the wallet with this id.', EXAMPLE.wallet)
  wallet?: string;
}

/** `GET /deposits` */
@Controller('v1/deposits')
export class ListDepositsController {
  constructor(private readonly deposits: Deposits) {}

  @Get()
  @Endpoint({ scope: 'compliance:read', limit: 'reads', takesBoundKeys: true, query: true })
  listDeposits(@Query() query: ListDepositsQuery, @Req() request: FastifyRequest): Promise<Page<Deposit>> {
    return this.deposits.list({
      ...pageOf('dep', callerOf(request), query),
      wallets: walletsOf(callerOf(request)),
      status: query.status ?? null,
      wallet: query.wallet ?? null,
    });
  }
}
