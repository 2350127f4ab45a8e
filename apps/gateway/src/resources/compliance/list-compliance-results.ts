import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { SCREENING_STATUSES, type ComplianceResult, type Page, type QueryMap } from '@stablecoin/contracts';
import type { ScreeningStatus } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { subjectFilter } from './attestations';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { CreatedPageQuery, pageOf, spanOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsAddressText, IsOneOf, IsOwner } from '../../http/validators';
import { EXAMPLE } from '../../http/examples';
import { QUERIES } from '../../http/tokens';
import { pageExample } from '../../openapi/examples';
import { complianceResult } from './compliance.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Query of `GET /compliance/checks`. */
export class ListChecksQuery extends CreatedPageQuery {
  @Optional()
  @IsOneOf(SCREENING_STATUSES)
  @Says('Only with this status.', 'review')
  status?: ScreeningStatus;

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
  summary: 'List compliance results',
  description: 'The newest first. `status=review` is the queue of those that wait for a person.',
  lists: 'cpl',
  answer: {
    description: 'A page of results.',
    schema: 'ComplianceResultList',
    examples: pageExample(complianceResult),
  },
  errors: { invalid_request: { message: 'Filter by address or by owner, not by both.', param: 'owner' } },
};

/** `GET /compliance/checks` */
@Controller('v1/compliance/checks')
export class ListComplianceResultsController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get()
  @Endpoint({ scope: 'compliance:read', limit: 'reads' })
  @ApiOperation(document)
  listComplianceResults(
    @Query() query: ListChecksQuery,
    @Req() request: FastifyRequest,
  ): Promise<Page<ComplianceResult>> {
    return this.queries.ask('compliance.list', {
      ...pageOf('cpl', callerOf(request), query),
      ...spanOf(query),
      status: query.status ?? null,
      subject: subjectFilter(query),
    });
  }
}
