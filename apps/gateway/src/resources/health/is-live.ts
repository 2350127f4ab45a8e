import { Controller, Get, Inject } from '@nestjs/common';
import type { Runtime } from '@stablecoin/runtime';
import { RUNTIME } from '../../tokens';

/** `GET /health/live`: the process answers. */
@Controller('health')
export class IsLiveController {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  @Get('live')
  isLive(): { readonly live: true } {
    return this.runtime.health.live();
  }
}
