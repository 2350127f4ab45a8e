import { Controller, Get, Query, Req } from '@nestjs/common';
import { DEPOSIT_STATUSES, type Deposit, type DepositStatus, type Page } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Deposits } from './deposits';
import { walletsOf } from '@stablecoin/access';
import { Endpoint } from '../../http/endpoint';
import { EXAMPLE } from '../../http/examples';
import { Optional, Says } from '../../http/fields';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsIdText, IsOneOf } from '../../http/validators';
import { pageExample } from '../../openapi/examples';
import { heldDeposit } from './deposit.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

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

const document: OperationDocument = {
  summary: 'List deposits that were screened',
  description:
    'The newest first, to the treasury and to wallets. `status=held` is the queue of those that wait for a person. Deposits ' +
    'whose sender is not screened are in the ledger only.',
  lists: 'dep',
  answer: { description: 'A page of deposits.', schema: 'DepositList', examples: pageExample(heldDeposit) },
  errors: { invalid_request: { message: 'status must be one of screening, held, released, kept.', param: 'status' } },
};

/** `GET /deposits` */
@Controller('v1/deposits')
export class ListDepositsController {
  constructor(private readonly deposits: Deposits) {}

  @Get()
  @Endpoint({ scope: 'compliance:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  listDeposits(@Query() query: ListDepositsQuery, @Req() request: FastifyRequest): Promise<Page<Deposit>> {
    return this.deposits.list({
      ...pageOf('dep', callerOf(request), query),
      wallets: walletsOf(callerOf(request)),
      status: query.status ?? null,
      wallet: query.wallet ?? null,
    });
  }
}
