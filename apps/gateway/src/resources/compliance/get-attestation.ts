import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { Attestation, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { found } from '@stablecoin/contracts';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { attestationId, attestation, noSuchAttestation } from './compliance.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get an attestation',
  description: 'Also one that is expired or revoked.',
  parameters: [attestationId],
  answer: {
    description: 'The attestation.',
    schema: 'Attestation',
    examples: { active: { summary: 'Active', value: attestation } },
  },
  errors: { not_found: noSuchAttestation },
};

/** `GET /compliance/attestations/:id` */
@Controller('v1/compliance/attestations')
export class GetAttestationController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'compliance:read', limit: 'reads' })
  @ApiOperation(document)
  async getAttestation(@Param('id') id: string, @Req() request: FastifyRequest): Promise<Attestation> {
    return found(await this.queries.ask('compliance.attestation', { ...tenantOf(request), id }), 'attestation');
  }
}
