import type { Resource } from '../../openapi/resource';
import { DocsController } from './docs.controller';

export const docs: Resource = {
  tag: 'Service',
  controllers: [DocsController],
};
