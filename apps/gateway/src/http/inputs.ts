import { isId, type IdPrefix, type PageRequest, type Tenant, invalid } from '@stablecoin/contracts';
import { Optional, Says } from './fields';
import { IsIdText, IsPageSize, IsText, IsTime } from './validators';

/** What metadata is. */
export const METADATA_SAYS =
  'Your own key-value data: at most 20 entries. A key has 1 to 40 characters, without square brackets and control characters. Fixed at creation; lists filter by it. Store no secrets here.';

/** What a filter by metadata is. */
export const METADATA_FILTER_SAYS = 'Only with this metadata: `metadata[order]=1042`. All given keys have to match.';

/** The property is the key that makes a request safe to send again. */
export function IsIdempotencyKey(): PropertyDecorator {
  const says = Says(
    'Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.',
    'order-1042',
  );
  return (target, name) => {
    for (const decorate of [Optional(), IsText(1, 255), says]) decorate(target, name);
  };
}

/** Every POST takes an idempotency key, in its body or as a header. */
export class IdempotentBody {
  @IsIdempotencyKey()
  idempotency_key?: string;
}

/** Every list is read page by page. */
export class PageQuery {
  @Optional()
  @IsPageSize()
  @Says('Objects per page, from 1 to 100. Default: 20.', 20)
  limit?: string;

  @Optional()
  @IsIdText()
  @Says('`next_cursor` of the previous page, or the id of an object of the list: the page begins after it.')
  starting_after?: string;
}

/** Query of a list with a creation time range; both ends are exclusive. */
export class CreatedPageQuery extends PageQuery {
  @Optional()
  @IsTime()
  @Says('Only what was created after this time. A date begins at midnight UTC.', '2026-01-31T12:00:00.000Z')
  created_after?: string;

  @Optional()
  @IsTime()
  @Says('Only what was created before this time.', '2026-02-01T12:00:00.000Z')
  created_before?: string;
}

const PAGE_SIZE = 20;

/**
 * Reads the page of a query, for the tenant of the caller.
 *
 * @param listed - prefix of the listed ids, which the cursor must have
 * @throws ApiError `invalid_request` for a cursor that is no such id
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
