import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { BalanceInterval, QueryMap, StatsIntervalName } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { Runtime } from '@stablecoin/host';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { tenantOf } from '../../http/request-context';
import { IsOneOf, IsTime } from '../../http/validators';
import { STATS_INTERVAL } from '../../http/words';
import { QUERIES, RUNTIME } from '../../http/tokens';
import { intervalSpanOf } from '../stats/get-stats';
import { balanceInterval } from './treasury.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Query of `GET /treasury/balance/history`. */
export class BalanceHistoryQuery {
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
    'Ends before this time. Default: now. At most 31 days after `from`, with `interval=day` 366 days.',
    '2026-02-01T00:00:00Z',
  )
  to?: string;

  @Optional()
  @IsOneOf(STATS_INTERVAL)
  @Says('Length of each interval. A day begins at midnight UTC. Default: `hour`.', 'day')
  interval?: StatsIntervalName;
}

const document: OperationDocument = {
  summary: 'Get the balance of the treasury over time',
  description:
    'The balance at the end of each hour or day, reserved amounts included. Intervals without a movement are included; the last one has the current balance.',
  answer: {
    description: 'The balances.',
    schema: 'BalanceHistory',
    examples: { hour: { summary: 'One hour', value: { data: [balanceInterval] } } },
  },
  errors: { invalid_request: { message: 'from must be before to.', param: 'from' } },
  insteadOfSdk: 'the console',
};

/** `GET /treasury/balance/history` */
@Controller('v1/treasury')
export class GetBalanceHistoryController {
  constructor(
    @Inject(QUERIES) private readonly queries: Queries<QueryMap>,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  @Get('balance/history')
  @Endpoint({ scope: 'treasury:read', limit: 'reads' })
  @ApiOperation(document)
  async getBalanceHistory(
    @Query() query: BalanceHistoryQuery,
    @Req() request: FastifyRequest,
  ): Promise<{ readonly data: readonly BalanceInterval[] }> {
    const { interval = 'hour' } = query;
    const span = intervalSpanOf(query, interval, this.runtime.clock.now());
    return { data: await this.queries.ask('treasury.history', { ...tenantOf(request), ...span, interval }) };
  }
}
