import type { Resource } from '../../openapi/resource';
import { GetStatsController } from './get-stats';
import { statsSchemas } from './stats.schema';

export const stats: Resource = {
  tag: 'Payments',
  controllers: [GetStatsController],
  schemas: statsSchemas,
};
