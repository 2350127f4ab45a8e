import { Controller, Get, Req } from '@nestjs/common';
import type { Policies as Shown } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Policies } from '@stablecoin/access';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { policies } from './policy.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get the policies',
  description:
    'Who has to agree to payments of the account and mode, and whether all are screened. By default all are off, except `duplicate_guard`.',
  answer: {
    description: 'The policies.',
    schema: 'Policies',
    examples: { on: { summary: 'All are on', value: policies } },
  },
};

/** `GET /policies` */
@Controller('v1/policies')
export class GetPoliciesController {
  constructor(private readonly policies: Policies) {}

  @Get()
  @Endpoint({ scope: 'policies:read', limit: 'reads' })
  @ApiOperation(document)
  getPolicies(@Req() request: FastifyRequest): Promise<Shown> {
    return this.policies.read(tenantOf(request));
  }
}
