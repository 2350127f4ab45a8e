import type { Resource } from '../../openapi/resource';
import { UseFaucetController } from './use-faucet';
import { sandboxSchemas } from './sandbox.schema';

export const sandbox: Resource = {
  tag: 'Sandbox',
  controllers: [UseFaucetController],
  schemas: sandboxSchemas,
};
