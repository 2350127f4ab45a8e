import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import {
  PAYMENT_STAGES,
  type Metadata,
  type Payment,
  type PaymentFilter,
  type PaymentStage,
  type PaymentStatus,
  type QueryMap,
} from '@stablecoin/contracts';
import type { ChainName } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { readAddress } from './payment-orders';
import { Payments } from './payments';
import type { Caller } from '@stablecoin/access';
import { walletsOf } from '@stablecoin/access';
import { csvTable } from '../../http/csv/csv-table';
import { Endpoint } from '../../http/endpoint';
import { Keyed, Optional, Says } from '../../http/fields';
import { CreatedPageQuery, METADATA_FILTER_SAYS, pageOf, spanOf } from '../../http/inputs';
import { Lists, type ListAnswer } from '../../http/lists';
import { callerOf } from '../../http/request-context';
import { IsAddressText, IsIdText, IsMetadataFilter, IsOneOf, IsText } from '../../http/validators';
import { CHAIN } from '../../http/words';
import { EXAMPLE } from '../../http/examples';
import { QUERIES } from '../../http/tokens';
import { csvExample, pageExample } from '../../openapi/examples';
import { settledPayment } from './payment.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const SEARCH_SAYS =
  'Only payments with this id, idempotency key, transaction hash, recipient, memo, word of the memo, or value of the metadata. Only exact matches count. Memo and metadata are matched case-insensitively, and a word of the memo without the punctuation around it.';

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

  @Optional()
  @IsText(1, 255)
  @Says(SEARCH_SAYS, '1042')
  search?: string;
}

/** A row for each payment. */
export const PAYMENT_TABLE = csvTable<Payment, Payment>(
  'payments',
  {
    id: ({ id }) => id,
    created_at: ({ created_at }) => created_at,
    status: ({ status }) => status,
    stage: ({ stage }) => stage,
    amount: ({ amount }) => amount,
    currency: ({ currency }) => currency,
    chain: ({ chain }) => chain,
    to: ({ to }) => to,
    from: ({ from }) => from,
    memo: ({ memo }) => memo,
    txHash: ({ txHash }) => txHash,
    explorer_url: ({ explorer_url }) => explorer_url,
    settled_at: ({ settled_at }) => settled_at,
    settlement_ms: ({ settlement_ms }) => settlement_ms,
    error_code: ({ error_code }) => error_code,
    error_message: ({ error_message }) => error_message,
    compliance_ref: ({ compliance_ref }) => compliance_ref,
    approval_id: ({ approval_id }) => approval_id,
    idempotency_key: ({ idempotency_key }) => idempotency_key,
    livemode: ({ livemode }) => livemode,
    metadata: ({ metadata }) => JSON.stringify(metadata),
    recovered: ({ recovered }) => recovered,
  },
  (payment) => [payment],
);

const document: OperationDocument = {
  summary: 'List payments',
  description: 'The newest first. A payment may take a second to appear.',
  lists: 'pay',
  answer: {
    description: 'A page of payments.',
    schema: 'PaymentList',
    csv: csvExample(PAYMENT_TABLE, settledPayment),
    examples: pageExample(settledPayment),
  },
  errors: { invalid_request: { message: 'limit must be a whole number from 1 to 100.', param: 'limit' } },
};

/** `GET /payments` */
@Controller('v1/payments')
export class ListPaymentsController {
  constructor(
    @Inject(QUERIES) private readonly queries: Queries<QueryMap>,
    private readonly payments: Payments,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Endpoint({ scope: 'payments:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  async listPayments(@Query() query: ListPaymentsQuery, @Req() request: FastifyRequest): Promise<ListAnswer<Payment>> {
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
      ...(query.search === undefined ? {} : { search: await this.#searched(callerOf(request), query.search) }),
    };
    const { idempotency_key: key } = query;
    const id = key === undefined ? null : await this.payments.idOf(callerOf(request), key);
    const ask = async (params: typeof page) =>
      id === undefined
        ? { data: [], has_more: false, next_cursor: null }
        : this.queries.ask('payment.list', { ...params, ...filter, id });
    return this.lists.answer(request, { query, page, ask, table: PAYMENT_TABLE });
  }
  async #searched(caller: Caller, text: string): Promise<Required<PaymentFilter>['search']> {
    return { text, id: (await this.payments.idOf(caller, text)) ?? null };
  }
}
