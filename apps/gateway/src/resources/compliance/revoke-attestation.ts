import { Controller, Delete, Param, Req, Res } from '@nestjs/common';
import type { Attestation } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Attestations } from './attestations';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { attestationId, attestation, noSuchAttestation } from './compliance.schema';
import { EXAMPLE } from '../../http/examples';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Revoke an attestation',
  description:
    'Takes effect at once: the next screening does not count it. Payments that were cleared earlier stay cleared.',
  parameters: [attestationId],
  answer: {
    description: 'The attestation in its current state.',
    schema: 'Attestation',
    examples: {
      revoked: {
        summary: 'Revoked',
        value: {
          ...attestation,
          status: 'revoked',
          revoked_by: EXAMPLE.key,
          revoked_at: EXAMPLE.settledAt,
        },
      },
    },
  },
  errors: { not_found: noSuchAttestation },
};

/** `DELETE /compliance/attestations/:id`: it stays readable, and covers nobody from now on. */
@Controller('v1/compliance/attestations')
export class RevokeAttestationController {
  constructor(private readonly attestations: Attestations) {}

  @Delete(':id')
  @Endpoint({ scope: 'compliance:write', limit: 'other' })
  @ApiOperation(document)
  async revokeAttestation(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Attestation> {
    return answer(reply, await this.attestations.revoke(contextOf(request), id));
  }
}
