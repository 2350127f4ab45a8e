import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Attestation, AttestedCheck } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Attestations } from './attestations';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Required, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsAddressText, IsCountryCode, IsListOfWords, IsOwner, IsText, IsTime } from '../../http/validators';
import { ATTESTED_CHECK } from '../../http/words';
import { EXAMPLE } from '../../http/examples';
import { attestation } from './compliance.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /compliance/attestations`. */
@Input('CreateAttestation', 'An attestation to create.')
export class CreateAttestationBody extends IdempotentBody {
  @Optional()
  @IsAddressText()
  @Says('The address that it is about. Send this or `owner`.', EXAMPLE.recipient)
  address?: string;

  @Optional()
  @IsOwner()
  @Says('The owner of wallets that it is about. Send this or `address`.', 'agent:procurement')
  owner?: string;

  @Required()
  @IsListOfWords(ATTESTED_CHECK)
  @Says('The checks that you attest.')
  checks!: readonly AttestedCheck[];

  @Optional()
  @IsCountryCode()
  @Says('ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo.', 'DE')
  country_code?: string;

  @Required()
  @IsText(1, 255)
  @Says('Names the case in your own system.')
  reference!: string;

  @Required()
  @IsTime()
  @Says('Until when it counts.', '2099-01-31T12:00:00.000Z')
  expires_at!: string;
}

const document: OperationDocument = {
  summary: 'Create an attestation',
  description:
    'For KYC and travel-rule data that you keep elsewhere. The source `attested` passes the address or owner until `expires_at`; payments in review only for this continue.',
  requests: {
    address: {
      summary: 'A recipient',
      value: {
        address: EXAMPLE.recipient,
        checks: ['kyc', 'travel_rule'],
        reference: 'kyc-case-4711',
        expires_at: EXAMPLE.inYears,
      },
    },
    owner: {
      summary: 'The owner of wallets',
      value: {
        owner: 'agent:procurement',
        checks: ['kyc'],
        reference: 'kyc-case-4712',
        expires_at: EXAMPLE.inYears,
      },
    },
  },
  answer: {
    description: 'The attestation.',
    schema: 'Attestation',
    examples: { active: { summary: 'Active', value: attestation } },
  },
  errors: { invalid_request: { message: 'expires_at must be in the future.', param: 'expires_at' } },
};

/** `POST /compliance/attestations` */
@Controller('v1/compliance/attestations')
export class CreateAttestationController {
  constructor(private readonly attestations: Attestations) {}

  @Post()
  @HttpCode(200)
  @Endpoint({ scope: 'compliance:write', limit: 'other' })
  @ApiOperation(document)
  async createAttestation(
    @Body() body: CreateAttestationBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Attestation> {
    return answer(reply, await this.attestations.create(contextOf(request, body), body));
  }
}
