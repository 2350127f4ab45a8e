import type { Resource } from '../../openapi/resource';
import { GetSystemController } from './get-system';
import { ListDeadLettersController } from './list-dead-letters';
import { RedriveDeadLetterController } from './redrive-dead-letter';
import { systemSchemas } from './system.schema';

export const system: Resource = {
  tag: 'System',
  controllers: [GetSystemController, ListDeadLettersController, RedriveDeadLetterController],
  schemas: systemSchemas,
};
