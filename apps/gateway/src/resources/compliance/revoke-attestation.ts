import { Controller, Delete, Param, Req, Res } from '@nestjs/common';
import type { Attestation } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Attestations } from './attestations';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';

/** `DELETE /compliance/attestations/:id`: it stays readable, and covers nobody from now on. */
@Controller('v1/compliance/attestations')
export class RevokeAttestationController {
  constructor(private readonly attestations: Attestations) {}

  @Delete(':id')
  @Endpoint({ scope: 'compliance:write', limit: 'other' })
  async revokeAttestation(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Attestation> {
    return answer(reply, await this.attestations.revoke(contextOf(request), id));
  }
}
