import { Controller, Get, Inject, Param, Query, Req } from '@nestjs/common';
import { walletsOf } from '@stablecoin/access';
import type { QueryMap, TimelineEntry } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { found } from '@stablecoin/contracts';
import { foundFor } from '../../application/refusals';
import { expandTimeline, requireExpansions, type TimelineExpansion } from './timelines';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { callerOf, tenantOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';
import { QUERIES } from '../../http/tokens';
import { paymentId, noSuchPayment } from './payment.schema';
import { EXAMPLE } from '../../http/examples';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Query of `GET /payments/:id/timeline`. */
export class GetTimelineQuery {
  @Optional()
  @IsOneOf(['screening', 'deliveries', 'screening,deliveries', 'deliveries,screening'])
  @Says(
    'What the timeline has beside the payment itself: `screening`, the results with their evidence (takes `compliance:read`), ' +
      '`deliveries`, the attempts to deliver its events to webhook endpoints (takes `webhooks:read`), or both with a comma.',
    'screening,deliveries',
  )
  expand?: string;
}

const document: OperationDocument = {
  summary: 'Get the timeline of a payment',
  description:
    'Everything that happened to the payment, in words and with times, the oldest first: every chain that was considered, every hash, and with `expand` the screening with its evidence and every attempt to deliver its events.',
  parameters: [paymentId],
  answer: {
    description: 'The timeline.',
    schema: 'Timeline',
    examples: {
      settled: {
        summary: 'The beginning of a timeline',
        value: {
          data: [
            {
              type: 'initiated',
              at: EXAMPLE.createdAt,
              text: `A payment of 250.00 USDC to ${EXAMPLE.recipient} was requested.`,
              chain: 'auto',
              from: null,
            },
            {
              type: 'screened',
              at: EXAMPLE.createdAt,
              text: 'Screening cleared the recipient.',
              compliance_ref: EXAMPLE.screening,
            },
          ],
        },
      },
    },
  },
  errors: { not_found: noSuchPayment },
};

/** `GET /payments/:id/timeline` */
@Controller('v1/payments')
export class GetPaymentTimelineController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id/timeline')
  @Endpoint({ scope: 'payments:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  async getPaymentTimeline(
    @Param('id') id: string,
    @Query() { expand }: GetTimelineQuery,
    @Req() request: FastifyRequest,
  ): Promise<{ readonly data: readonly TimelineEntry[] }> {
    const caller = callerOf(request);
    const expansions = expand === undefined ? [] : (expand.split(',') as TimelineExpansion[]);
    requireExpansions(caller, expansions);
    const tenant = tenantOf(request);
    const by = { ...tenant, id };
    if (walletsOf(caller) !== null) {
      foundFor(caller, await this.queries.ask('payment.get', by), 'payment', ({ from }) => from);
    }
    const entries = found(await this.queries.ask('payment.timeline', by), 'payment');
    if (expansions.length === 0) return { data: entries };
    return { data: await expandTimeline(entries, { tenant, id }, expansions, this.queries) };
  }
}
