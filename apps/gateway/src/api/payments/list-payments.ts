import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import {
  PAYMENT_STAGES,
  type Metadata,
  type Page,
  type Payment,
  type PaymentStage,
  type PaymentStatus,
  type QueryMap,
} from '@stablecoin/contracts';
import { CHAIN_NAMES, type ChainName } from '@stablecoin/money';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { readAddress } from '../../application/payment-orders';
import { Payments } from '../../application/payments';
import { walletsOf } from '../../auth/wallet-bound';
import { Endpoint } from '../../http/endpoint';
import { Keyed, Optional } from '../../http/fields';
import { CreatedPageQuery, pageOf, spanOf } from '../../http/inputs';
import { callerOf, tenantOf } from '../../http/request-context';
import { IsAddressText, IsIdText, IsMetadataFilter, IsOneOf, IsText } from '../../http/validators';
import { QUERIES } from '../../tokens';

/** Query of `GET /payments`. */
export class ListPaymentsQuery extends CreatedPageQuery {
  @Optional()
  @IsOneOf(['pending', 'settled', 'failed'])
  status?: PaymentStatus;

  @Optional()
  @IsOneOf(PAYMENT_STAGES)
  stage?: PaymentStage;

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

  /** The key that the payment was created with. */
  @Optional()
  @IsText(1, 255)
  idempotency_key?: string;

  @Keyed()
  @IsMetadataFilter()
  metadata?: Metadata;
}

/** `GET /payments` */
@Controller('v1/payments')
export class ListPaymentsController {
  constructor(
    @Inject(QUERIES) private readonly queries: Queries<QueryMap>,
    private readonly payments: Payments,
  ) {}

  @Get()
  @Endpoint({ scope: 'payments:read', limit: 'reads', takesBoundKeys: true, query: true })
  async listPayments(@Query() query: ListPaymentsQuery, @Req() request: FastifyRequest): Promise<Page<Payment>> {
    const page = pageOf('pay', callerOf(request), query);
    const filter = {
      ...spanOf(query),
      wallets: walletsOf(callerOf(request)),
      status: query.status ?? null,
      stage: query.stage ?? null,
      chain: query.chain ?? null,
      to: query.to === undefined ? null : readAddress('to', query.to).address,
      wallet: query.wallet ?? null,
      metadata: query.metadata ?? {},
    };
    if (query.idempotency_key === undefined) return this.queries.ask('payment.list', { ...page, ...filter, id: null });
    const id = await this.payments.idOf(tenantOf(request), query.idempotency_key);
    if (id === undefined) return { data: [], has_more: false, next_cursor: null };
    return this.queries.ask('payment.list', { ...page, ...filter, id });
  }
}
