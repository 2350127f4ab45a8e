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
import type { ChainName } from '@stablecoin/money';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { readAddress } from '../../application/payment-orders';
import { Payments } from '../../application/payments';
import { walletsOf } from '../../auth/wallet-bound';
import { Endpoint } from '../../http/endpoint';
import { Keyed, Optional, Says } from '../../http/fields';
import { CreatedPageQuery, METADATA_FILTER_SAYS, pageOf, spanOf } from '../../http/inputs';
import { callerOf, tenantOf } from '../../http/request-context';
import { IsAddressText, IsIdText, IsMetadataFilter, IsOneOf, IsText } from '../../http/validators';
import { CHAIN } from '../../http/words';
import { EXAMPLE } from '../../http/examples';
import { QUERIES } from '../../tokens';

/** Query of `GET /payments`. */
export class ListPaymentsQuery extends CreatedPageQuery {
  @Optional()
  @IsOneOf(['pending', 'settled', 'failed'])
  @Says('Only with this status.', 'settled')
  status?: PaymentStatus;

  @Optional()
  @IsOneOf(PAYMENT_STAGES)
  @Says('Only at this stage.', 'confirming')
  stage?: PaymentStage;

  @Optional()
  @IsOneOf(CHAIN)
  @Says('Only on this chain.', 'base')
  chain?: ChainName;

  @Optional()
  @IsAddressText()
  @Says('Only to this address.', EXAMPLE.recipient)
  to?: string;

  @Optional()
  @IsIdText()
  @Says('Only from the wallet with this id.', EXAMPLE.wallet)
  wallet?: string;

  @Optional()
  @IsText(1, 255)
  @Says('Only the payment that was created with this key.', 'order-1042')
  idempotency_key?: string;

  @Keyed()
  @IsMetadataFilter()
  @Says(METADATA_FILTER_SAYS, { order: '1042' })
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
