import { Controller, Get, Req } from '@nestjs/common';
import type { Policies as Shown } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Policies } from './policies';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';

/** `GET /policies` */
@Controller('v1/policies')
export class GetPoliciesController {
  constructor(private readonly policies: Policies) {}

  @Get()
  @Endpoint({ scope: 'policies:read', limit: 'reads' })
  getPolicies(@Req() request: FastifyRequest): Promise<Shown> {
    return this.policies.read(tenantOf(request));
  }
}
