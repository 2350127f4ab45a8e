import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ATTESTED_CHECKS, type Attestation, type AttestedCheck } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Attestations } from '../../application/attestations';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Optional, Required } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsAddressText, IsCountryCode, IsListOfWords, IsOwner, IsText, IsTime } from '../../http/validators';

/** Body of `POST /compliance/attestations`. */
export class CreateAttestationBody extends IdempotentBody {
  /** Whom it is about: an address or an owner. */
  @Optional()
  @IsAddressText()
  address?: string;

  @Optional()
  @IsOwner()
  owner?: string;

  @Required()
  @IsListOfWords(ATTESTED_CHECKS)
  checks!: readonly AttestedCheck[];

  @Optional()
  @IsCountryCode()
  country_code?: string;

  /** Names the case in the system of whoever attests. */
  @Required()
  @IsText(1, 255)
  reference!: string;

  @Required()
  @IsTime()
  expires_at!: string;
}

/** `POST /compliance/attestations` */
@Controller('v1/compliance/attestations')
export class CreateAttestationController {
  constructor(private readonly attestations: Attestations) {}

  @Post()
  @HttpCode(200)
  @Endpoint({ scope: 'compliance:write', limit: 'other' })
  async createAttestation(
    @Body() body: CreateAttestationBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Attestation> {
    return answer(reply, await this.attestations.create(contextOf(request, body), body));
  }
}
