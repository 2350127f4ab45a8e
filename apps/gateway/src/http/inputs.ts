import { isId, type IdPrefix, type PageRequest, type Tenant } from '@stablecoin/contracts';
import { Optional } from './fields';
import { invalid } from '../application/refusals';
import { IsIdText, IsPageSize, IsText, IsTime } from './validators';

/** Every POST takes an idempotency key, in its body or as a header. */
export class IdempotentBody {
  @Optional()
  @IsText(1, 255)
  idempotency_key?: string;
}

/** Every list is read page by page. */
export class PageQuery {
  @Optional()
  @IsPageSize()
  limit?: string;

  /** A cursor or an object's id. */
  @Optional()
  @IsIdText()
  starting_after?: string;
}

/** A list of what was made within a span of time; both ends are exclusive. */
export class CreatedPageQuery extends PageQuery {
  @Optional()
  @IsTime()
  created_after?: string;

  @Optional()
  @IsTime()
  created_before?: string;
}

const PAGE_SIZE = 20;

/**
 * The page that a query asks for, within what belongs to the tenant.
 *
 * @param listed - the prefix of the ids of what is listed, which a cursor is one of
 * @throws ApiError `invalid_request` for a cursor that is no such id: a page that begins anywhere would be believed
 */
export function pageOf(
  listed: IdPrefix,
  { account, livemode }: Tenant,
  { limit, starting_after }: PageQuery,
): PageRequest {
  if (starting_after !== undefined && !isId(listed, starting_after)) {
    throw invalid('starting_after', `starting_after must be a next_cursor, or an id that begins with ${listed}_.`);
  }
  return {
    account,
    livemode,
    limit: limit === undefined ? PAGE_SIZE : Number(limit),
    startingAfter: starting_after ?? null,
  };
}

/** The span of time that a query asks for, in milliseconds since the epoch. */
export function spanOf({ created_after, created_before }: CreatedPageQuery): {
  readonly createdAfter: number | null;
  readonly createdBefore: number | null;
} {
  return { createdAfter: timeOf(created_after), createdBefore: timeOf(created_before) };
}

function timeOf(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}
