import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiError, type System, type Tenant } from '@stablecoin/contracts';
import type { Runtime } from '@stablecoin/host';
import type { FastifyRequest } from 'fastify';
import { SystemReport } from './system-report';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { RUNTIME } from '../../http/tokens';
import { system } from './system.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get the state of the service',
  description:
    'Every service with its parts, queues and read models, the endpoints of the live chains, and the alarms that are raised. ' +
    'Nothing in it belongs to an account. A service that does not answer within two seconds is shown as `unreachable`.',
  answer: {
    description: 'The state.',
    schema: 'System',
    examples: { degraded: { summary: 'With an alarm', value: system } },
  },
  insteadOfSdk: 'the console',
};

/** `GET /system` */
@Controller('v1/system')
export class GetSystemController {
  constructor(
    private readonly system: SystemReport,
    @Inject(RUNTIME) private readonly runtime: Pick<Runtime, 'configuration'>,
  ) {}

  @Get()
  @Endpoint({ scope: 'system:read', limit: 'reads' })
  @ApiOperation(document)
  async getSystem(@Req() request: FastifyRequest): Promise<System> {
    requireOperator(tenantOf(request), this.runtime.configuration);
    return this.system.read();
  }
}

/** A service with a live mode is that account's. Others use its sandbox, and learn nothing of its parts. */
function requireOperator(
  { account, livemode }: Tenant,
  { liveAccount, liveChains: { evm, solana }, chains }: Runtime['configuration'],
): void {
  const hasLiveMode = evm !== null || solana !== null || chains === 'local';
  if (livemode || !hasLiveMode || account === liveAccount) return;
  const message = 'The state of the service is shown to live keys, and to sandbox keys of the account in LIVE_ACCOUNT.';
  throw new ApiError('insufficient_scope', message);
}
