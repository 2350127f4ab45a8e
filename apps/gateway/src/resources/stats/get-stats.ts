import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { PaymentStats, QueryMap, StatsIntervalName, ChainName, Currency } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { Runtime } from '@stablecoin/host';
import type { FastifyRequest } from 'fastify';
import { invalid } from '@stablecoin/contracts';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { tenantOf } from '../../http/request-context';
import { IsOneOf, IsTime } from '../../http/validators';
import { CHAIN, CURRENCY, STATS_INTERVAL } from '../../http/words';
import { QUERIES, RUNTIME } from '../../http/tokens';
import { intervalStats } from './stats.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const DAY_MS = 86_400_000;
/** The longest span of time, and the one that is told where nothing is asked for, in days. */
const SPANS = { hour: { longest: 31, usual: 1 }, day: { longest: 366, usual: 30 } } as const;

/** Query of `GET /stats`. */
export class StatsQuery {
  @Optional()
  @IsTime()
  @Says(
    'Starts with the interval that contains this time. Default: one day before `to`; with `interval=day`, 30 days.',
    '2026-01-31T00:00:00Z',
  )
  from?: string;

  @Optional()
  @IsTime()
  @Says(
    'Ends before this time, with the interval that contains the last moment. Default: now. At most 31 days after `from`, ' +
      'with `interval=day` 366 days.',
    '2026-02-01T00:00:00Z',
  )
  to?: string;

  @Optional()
  @IsOneOf(STATS_INTERVAL)
  @Says('Length of each interval. A day begins at midnight UTC. Default: `hour`.', 'day')
  interval?: StatsIntervalName;

  @Optional()
  @IsOneOf(CHAIN)
  @Says('Only payments on this chain. A payment then counts as created once it has ended there.', 'base')
  chain?: ChainName;

  @Optional()
  @IsOneOf(CURRENCY)
  @Says('Only payments in this currency. `fees` is `null` then: one transaction may carry both currencies.', 'USDC')
  currency?: Currency;
}

const document: OperationDocument = {
  summary: 'Get statistics of payments',
  description:
    'Counts, volumes, network fees and settlement times, by hour or day. Volumes are exact, and by currency. Empty intervals are included.',
  answer: {
    description: 'The statistics.',
    schema: 'PaymentStats',
    examples: { hour: { summary: 'One hour', value: { data: [intervalStats] } } },
  },
  errors: { invalid_request: { message: 'from must be before to.', param: 'from' } },
};

/** `GET /stats` */
@Controller('v1/stats')
export class GetStatsController {
  constructor(
    @Inject(QUERIES) private readonly queries: Queries<QueryMap>,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  @Get()
  @Endpoint({ scope: 'payments:read', limit: 'reads' })
  @ApiOperation(document)
  async getStats(@Query() query: StatsQuery, @Req() request: FastifyRequest): Promise<PaymentStats> {
    const { interval = 'hour', chain = null, currency = null } = query;
    const span = intervalSpanOf(query, interval, this.runtime.clock.now());
    const data = await this.queries.ask('payment.stats', { ...tenantOf(request), ...span, interval, chain, currency });
    return { data };
  }
}

/**
 * The span of time that a query by intervals asks for.
 *
 * @throws ApiError `invalid_request` for one that is empty or too long
 */
export function intervalSpanOf(
  query: Pick<StatsQuery, 'from' | 'to'>,
  interval: StatsIntervalName,
  now: number,
): { readonly from: number; readonly to: number } {
  const { longest, usual } = SPANS[interval];
  const to = query.to === undefined ? now : Date.parse(query.to);
  const from = query.from === undefined ? to - usual * DAY_MS : Date.parse(query.from);
  if (from >= to) {
    throw invalid('from', query.to === undefined ? 'from must be in the past.' : 'from must be before to.');
  }
  if (to - from > longest * DAY_MS) {
    throw invalid('from', `from must be at most ${longest} days before to with interval=${interval}.`);
  }
  return { from, to };
}
