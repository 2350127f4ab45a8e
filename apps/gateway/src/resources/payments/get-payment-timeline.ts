import { Controller, Get, Inject, Param, Query, Req } from '@nestjs/common';
import type { QueryMap, TimelineEntry } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { found, foundFor } from '../../application/refusals';
import { expandTimeline, requireExpansions, type TimelineExpansion } from './timelines';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { callerOf, tenantOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';
import { QUERIES } from '../../tokens';

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

/** `GET /payments/:id/timeline` */
@Controller('v1/payments')
export class GetPaymentTimelineController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id/timeline')
  @Endpoint({ scope: 'payments:read', limit: 'reads', takesBoundKeys: true, query: true })
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
    if (caller.walletIds !== null) {
      foundFor(caller, await this.queries.ask('payment.get', by), 'payment', ({ from }) => from);
    }
    const entries = found(await this.queries.ask('payment.timeline', by), 'payment');
    if (expansions.length === 0) return { data: entries };
    return { data: await expandTimeline(entries, { tenant, id }, expansions, this.queries) };
  }
}
