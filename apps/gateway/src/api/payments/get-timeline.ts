import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { QueryMap, TimelineEntry } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { found, foundFor } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { callerOf, tenantOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /payments/:id/timeline` */
@Controller('v1/payments')
export class GetTimelineController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id/timeline')
  @Endpoint({ scope: 'payments:read', limit: 'reads', takesBoundKeys: true })
  async getTimeline(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<{ readonly data: readonly TimelineEntry[] }> {
    const by = { ...tenantOf(request), id };
    if (callerOf(request).walletIds !== null) {
      foundFor(callerOf(request), await this.queries.ask('payment.get', by), 'payment', ({ from }) => from);
    }
    return { data: found(await this.queries.ask('payment.timeline', by), 'payment') };
  }
}
