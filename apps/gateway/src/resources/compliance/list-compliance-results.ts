import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { SCREENING_STATUSES, type ComplianceResult, type Page, type QueryMap } from '@stablecoin/contracts';
import type { ScreeningStatus } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { subjectFilter } from './attestations';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { CreatedPageQuery, pageOf, spanOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsAddressText, IsOneOf, IsOwner } from '../../http/validators';
import { EXAMPLE } from '../../http/examples';
import { QUERIES } from '../../tokens';

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

/** `GET /compliance/checks` */
@Controller('v1/compliance/checks')
export class ListComplianceResultsController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get()
  @Endpoint({ scope: 'compliance:read', limit: 'reads', query: true })
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
