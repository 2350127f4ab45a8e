import { Controller, Get, Inject } from '@nestjs/common';
import type { Runtime } from '@stablecoin/host';
import { PublicApiOperation, type PublicOperationDocument } from '../../openapi/api-operation';
import { headersOf } from '../../openapi/headers';
import { json } from '../../openapi/media-type';
import { ref } from '../../openapi/schema';
import { RUNTIME } from '../../http/tokens';

const document: PublicOperationDocument = {
  summary: 'Check that the process responds',
  description: '200 as long as the process responds, whatever the state of the parts that it depends on.',
  responses: {
    200: {
      description: 'It is.',
      headers: headersOf('svc-request-id'),
      content: json(ref('Liveness'), { live: { summary: 'Alive', value: { live: true } } }),
    },
  },
};

/** `GET /health/live`: the process answers. */
@Controller('health')
export class IsLiveController {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  @Get('live')
  @PublicApiOperation(document)
  isLive(): { readonly live: true } {
    return this.runtime.health.live();
  }
}
