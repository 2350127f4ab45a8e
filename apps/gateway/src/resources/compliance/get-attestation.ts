import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { Attestation, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { found } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /compliance/attestations/:id` */
@Controller('v1/compliance/attestations')
export class GetAttestationController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'compliance:read', limit: 'reads' })
  async getAttestation(@Param('id') id: string, @Req() request: FastifyRequest): Promise<Attestation> {
    return found(await this.queries.ask('compliance.attestation', { ...tenantOf(request), id }), 'attestation');
  }
}
