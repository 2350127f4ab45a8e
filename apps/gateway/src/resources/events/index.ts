import type { Resource } from '../../openapi/resource';
import { GetEventController } from './get-event';
import { ListEventsController } from './list-events';
import { StreamEventsController } from './stream-events';
import { eventSchemas } from './event.schema';

export const events: Resource = {
  tag: 'Events',
  controllers: [ListEventsController, StreamEventsController, GetEventController],
  schemas: eventSchemas,
};
