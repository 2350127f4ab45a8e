import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { SCREENING_STATUSES, type ComplianceResult, type Page, type QueryMap } from '@stablecoin/contracts';
import type { ScreeningStatus } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { subjectFilter } from '../../application/attestations';
import { Endpoint } from '../../http/endpoint';
import { Optional } from '../../http/fields';
import { CreatedPageQuery, pageOf, spanOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsAddressText, IsOneOf, IsOwner } from '../../http/validators';
import { QUERIES } from '../../tokens';

/** Query of `GET /compliance/checks`. */
export class ListChecksQuery extends CreatedPageQuery {
  @Optional()
  @IsOneOf(SCREENING_STATUSES)
  status?: ScreeningStatus;

  @Optional()
  @IsAddressText()
  address?: string;

  @Optional()
  @IsOwner()
  owner?: string;
}

/** `GET /compliance/checks` */
@Controller('v1/compliance/checks')
export class ListChecksController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get()
  @Endpoint({ scope: 'compliance:read', limit: 'reads', query: true })
  listChecks(@Query() query: ListChecksQuery, @Req() request: FastifyRequest): Promise<Page<ComplianceResult>> {
    return this.queries.ask('compliance.list', {
      ...pageOf('cpl', callerOf(request), query),
      ...spanOf(query),
      status: query.status ?? null,
      subject: subjectFilter(query),
    });
  }
}
