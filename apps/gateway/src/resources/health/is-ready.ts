import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Readiness, Runtime } from '@stablecoin/host';
import type { FastifyReply } from 'fastify';
import { PublicApiOperation, type PublicOperationDocument } from '../../openapi/api-operation';
import { headersOf } from '../../openapi/headers';
import { json } from '../../openapi/media-type';
import { ref } from '../../openapi/schema';
import { notReady, ready } from './health.schema';
import { RUNTIME } from '../../http/tokens';

const document: PublicOperationDocument = {
  summary: 'Check that requests can be sent here',
  description: 'Checks every part that the service needs.',
  responses: {
    200: {
      description: 'They should.',
      headers: headersOf('svc-request-id'),
      content: json(ref('Readiness'), { ready: { summary: 'Ready', value: ready } }),
    },
    503: {
      description: 'Not ready: a part is missing, or the service is stopping.',
      headers: headersOf('svc-request-id', 'Retry-After'),
      content: json(ref('Readiness'), { down: { summary: 'The event store is missing', value: notReady } }),
    },
  },
};

/** `GET /health/ready`: 200 when everything that the service depends on is there, 503 with what is not otherwise. */
@Controller('health')
export class IsReadyController {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  @Get('ready')
  @PublicApiOperation(document)
  async isReady(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const readiness = await this.runtime.health.ready();
    void reply.status(readiness.ready ? 200 : 503);
    if (!readiness.ready) void reply.header('Retry-After', '1');
    return readiness;
  }
}
