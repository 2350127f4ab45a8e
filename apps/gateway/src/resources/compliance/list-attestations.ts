import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { Attestation, Page, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { subjectFilter } from './attestations';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsAddressText, IsOwner } from '../../http/validators';
import { EXAMPLE } from '../../http/examples';
import { QUERIES } from '../../http/tokens';
import { pageExample } from '../../openapi/examples';
import { attestation } from './compliance.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Query of `GET /compliance/attestations`. */
export class ListAttestationsQuery extends PageQuery {
  @Optional()
  @IsAddressText()
  @Says('Only about this address.', EXAMPLE.recipient)
  address?: string;

  @Optional()
  @IsOwner()
  @Says('Only about this owner of wallets.', 'agent:procurement')
  owner?: string;
}

const document: OperationDocument = {
  summary: 'List attestations',
  description: 'The newest first, with those that are expired or revoked.',
  lists: 'att',
  answer: { description: 'A page of attestations.', schema: 'AttestationList', examples: pageExample(attestation) },
  errors: { invalid_request: { message: 'Filter by address or by owner, not by both.', param: 'owner' } },
};

/** `GET /compliance/attestations` */
@Controller('v1/compliance/attestations')
export class ListAttestationsController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get()
  @Endpoint({ scope: 'compliance:read', limit: 'reads' })
  @ApiOperation(document)
  listAttestations(@Query() query: ListAttestationsQuery, @Req() request: FastifyRequest): Promise<Page<Attestation>> {
    const page = pageOf('att', callerOf(request), query);
    return this.queries.ask('compliance.attestations', { ...page, subject: subjectFilter(query) });
  }
}
