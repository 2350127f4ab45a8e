import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { ComplianceResult, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { found } from '@stablecoin/contracts';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { screeningRef, complianceResult, noSuchResult } from './compliance.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get a compliance result',
  description:
    'Of a standalone check, of a payment (`compliance_ref`), or of the verification of the owner of a wallet.',
  parameters: [screeningRef],
  answer: {
    description: 'The result.',
    schema: 'ComplianceResult',
    examples: { cleared: { summary: 'Cleared', value: complianceResult } },
  },
  errors: { not_found: noSuchResult },
};

/** `GET /compliance/checks/:ref` */
@Controller('v1/compliance/checks')
export class GetComplianceResultController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':ref')
  @Endpoint({ scope: 'compliance:read', limit: 'reads' })
  @ApiOperation(document)
  async getComplianceResult(@Param('ref') ref: string, @Req() request: FastifyRequest): Promise<ComplianceResult> {
    return found(await this.queries.ask('compliance.get', { ...tenantOf(request), id: ref }), 'compliance check');
  }
}
