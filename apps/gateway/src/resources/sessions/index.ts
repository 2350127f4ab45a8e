import type { Resource } from '../../openapi/resource';
import { CreateSessionController } from './create-session';
import { EndSessionController } from './end-session';
import { EndSessionsController } from './end-sessions';
import { GetSessionController } from './get-session';
import { sessionSchemas } from './session.schema';

export const sessions: Resource = {
  tag: 'Sessions',
  controllers: [CreateSessionController, GetSessionController, EndSessionController, EndSessionsController],
  schemas: sessionSchemas,
};
