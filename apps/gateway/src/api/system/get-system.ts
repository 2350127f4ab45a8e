import { Controller, Get } from '@nestjs/common';
import type { System } from '@stablecoin/contracts';
import { SystemReport } from '../../application/system-report';
import { Endpoint } from '../../http/endpoint';

/** `GET /system` */
@Controller('v1/system')
export class GetSystemController {
  constructor(private readonly system: SystemReport) {}

  @Get()
  @Endpoint({ scope: 'system:read', limit: 'reads' })
  getSystem(): Promise<System> {
    return this.system.read();
  }
}
