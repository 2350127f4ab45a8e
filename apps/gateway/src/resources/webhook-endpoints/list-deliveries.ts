import { Controller, Get, Inject, Param, Query, Req } from '@nestjs/common';
import type { Delivery, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { found } from '@stablecoin/contracts';
import { csvTable } from '../../http/csv/csv-table';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { PageQuery, pageOf } from '../../http/inputs';
import { Lists, type ListAnswer } from '../../http/lists';
import { callerOf, tenantOf } from '../../http/request-context';
import { EXAMPLE } from '../../http/examples';
import { IsIdText, IsOneOf } from '../../http/validators';
import { QUERIES } from '../../http/tokens';
import { endpointId, delivery, noSuchEndpoint } from './webhook.schema';
import { csvExample, pageExample } from '../../openapi/examples';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Query of `GET /webhook_endpoints/:id/deliveries`. */
export class ListDeliveriesQuery extends PageQuery {
  @Optional()
  @IsOneOf(['pending', 'delivered', 'failed'])
  @Says('Only with this status.', 'failed')
  status?: Delivery['status'];

  @Optional()
  @IsIdText()
  @Says('Only of the event with this id.', EXAMPLE.event)
  event_id?: string;

  @Optional()
  @IsIdText()
  @Says('Only of events of the payment with this id.', EXAMPLE.payment)
  payment_id?: string;
}

/** A row for each delivery, with its last attempt. */
export const DELIVERY_TABLE = csvTable<Delivery, Delivery>(
  'deliveries',
  {
    id: ({ id }) => id,
    endpoint_id: ({ endpoint_id }) => endpoint_id,
    event_id: ({ event_id }) => event_id,
    event_type: ({ event_type }) => event_type,
    status: ({ status }) => status,
    attempts: ({ attempts }) => attempts.length,
    last_attempt_at: ({ attempts }) => attempts.at(-1)?.at ?? null,
    last_status_code: ({ attempts }) => attempts.at(-1)?.status_code ?? null,
    last_error: ({ attempts }) => attempts.at(-1)?.error ?? null,
    next_attempt_at: ({ next_attempt_at }) => next_attempt_at,
    created_at: ({ created_at }) => created_at,
  },
  (delivery) => [delivery],
);

const document: OperationDocument = {
  summary: 'List deliveries',
  description: 'Every delivery to the endpoint, with its attempts, the newest first.',
  parameters: [endpointId],
  lists: 'whd',
  answer: {
    description: 'A page of deliveries.',
    schema: 'DeliveryList',
    csv: csvExample(DELIVERY_TABLE, delivery),
    examples: pageExample(delivery),
  },
  errors: { not_found: noSuchEndpoint },
};

/** `GET /webhook_endpoints/:id/deliveries` */
@Controller('v1/webhook_endpoints')
export class ListDeliveriesController {
  constructor(
    @Inject(QUERIES) private readonly queries: Queries<QueryMap>,
    private readonly lists: Lists,
  ) {}

  @Get(':id/deliveries')
  @Endpoint({ scope: 'webhooks:read', limit: 'reads' })
  @ApiOperation(document)
  async listDeliveries(
    @Param('id') id: string,
    @Query() query: ListDeliveriesQuery,
    @Req() request: FastifyRequest,
  ): Promise<ListAnswer<Delivery>> {
    found(await this.queries.ask('webhook.endpoint', { ...tenantOf(request), id }), 'webhook endpoint');
    const { status = null, event_id: eventId = null, payment_id: paymentId = null } = query;
    const page = { ...pageOf('whd', callerOf(request), query), endpointId: id, status, eventId, paymentId };
    const ask = (params: typeof page) => this.queries.ask('webhook.deliveries', params);
    return this.lists.answer(request, { query, page, ask, table: DELIVERY_TABLE });
  }
}
