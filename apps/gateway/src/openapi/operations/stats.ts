import { StatsQuery } from '../../resources/stats/get-stats';
import { intervalStats } from '../schemas/stats';
import type { Endpoint } from './endpoint';

export const statsEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/stats',
    operationId: 'getStats',
    tag: 'Payments',
    summary: 'Get statistics of payments',
    description:
      'Counts, volumes, network fees and settlement times, by hour or day. Volumes are exact, and by currency. Every interval is ' +
      'in the answer, also when nothing happened in it.',
    scope: 'payments:read',
    limit: 'reads',
    query: { type: StatsQuery, of: 'pay' },
    answers: {
      200: {
        description: 'The statistics.',
        schema: 'PaymentStats',
        examples: { hour: { summary: 'One hour', value: { data: [intervalStats] } } },
      },
    },
    errors: { invalid_request: { message: 'from must be before to.', param: 'from' } },
  },
];
