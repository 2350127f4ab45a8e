import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { Page, Payment, PaymentStatus, QueryMap } from '@stablecoin/contracts';
import { CHAIN_NAMES, type ChainName } from '@stablecoin/money';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { readAddress } from '../../application/payment-orders';
import { walletsOf } from '../../auth/wallet-bound';
import { Endpoint } from '../../http/endpoint';
import { Optional } from '../../http/fields';
import { CreatedPageQuery, pageOf, spanOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsAddressText, IsIdText, IsOneOf } from '../../http/validators';
import { QUERIES } from '../../tokens';

/** Query of `GET /payments`. */
export class ListPaymentsQuery extends CreatedPageQuery {
  @Optional()
  @IsOneOf(['pending', 'settled', 'failed'])
  status?: PaymentStatus;

  @Optional()
  @IsOneOf(CHAIN_NAMES)
  chain?: ChainName;

  /** The recipient. */
  @Optional()
  @IsAddressText()
  to?: string;

  /** The id of the wallet that pays. */
  @Optional()
  @IsIdText()
  wallet?: string;
}

/** `GET /payments` */
@Controller('v1/payments')
export class ListPaymentsController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get()
  @Endpoint({ scope: 'payments:read', limit: 'reads', takesBoundKeys: true, query: true })
  listPayments(@Query() query: ListPaymentsQuery, @Req() request: FastifyRequest): Promise<Page<Payment>> {
    return this.queries.ask('payment.list', {
      ...pageOf('pay', callerOf(request), query),
      ...spanOf(query),
      wallets: walletsOf(callerOf(request)),
      status: query.status ?? null,
      chain: query.chain ?? null,
      to: query.to === undefined ? null : readAddress('to', query.to).address,
      wallet: query.wallet ?? null,
    });
  }
}
