import type { Resource } from '../../openapi/resource';
import { IsLiveController } from './is-live';
import { IsReadyController } from './is-ready';
import { healthSchemas } from './health.schema';

export const health: Resource = {
  tag: 'Service',
  controllers: [IsLiveController, IsReadyController],
  schemas: healthSchemas,
};
