import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Readiness } from '@stablecoin/observability';
import type { Runtime } from '@stablecoin/runtime';
import type { FastifyReply } from 'fastify';
import { RUNTIME } from '../../tokens';

/** `GET /health/ready`: 200 when everything that the service depends on is there, 503 with what is not otherwise. */
@Controller('health')
export class IsReadyController {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  @Get('ready')
  async isReady(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const readiness = await this.runtime.health.ready();
    void reply.status(readiness.ready ? 200 : 503);
    if (!readiness.ready) void reply.header('Retry-After', '1');
    return readiness;
  }
}
