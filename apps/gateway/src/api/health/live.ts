import { Controller, Get, Inject } from '@nestjs/common';
import type { Runtime } from '@stablecoin/runtime';
import { RUNTIME } from '../../tokens';

/** `GET /health/live`: the process answers. */
@Controller('health')
export class LiveController {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  @Get('live')
  live(): { readonly live: true } {
    return this.runtime.health.live();
  }
}
