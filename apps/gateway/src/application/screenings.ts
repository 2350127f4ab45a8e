import {
  CHECK_NAMES,
  type CheckAddress,
  type CheckName,
  type ComplianceResult,
  type DecideReview,
  type QueryMap,
} from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { ApiError, type Queries } from '@stablecoin/platform';
import { found, invalid } from './refusals';
import { readAddress } from './payment-orders';
import { commandMessage, type RequestContext } from './request-context';
import type { Requests } from './requests';
import type { Wakeups } from './wakeups';
import type { Writes, Written } from './writes';

/** What a client says of a check, in the form that the API takes. */
export interface CheckInput {
  readonly address: string;
  readonly checks?: readonly CheckName[];
  readonly country_code?: string;
}

/** The longest that a standalone check waits for its result. */
const WAIT_MS_MAX = 10_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 100;

/** Standalone compliance checks, and the decisions of people on those in review. */
export class Screenings {
  constructor(
    private readonly requests: Requests,
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
    private readonly wakeups: Wakeups,
    private readonly clock: Clock,
  ) {}

  /**
   * Screens an address, or answers from the cache.
   *
   * @param spendToken - is called before anything is screened, and not for a cached result; throws when there is none
   * @throws ApiError `invalid_request`; `idempotency_conflict`; `internal_error` when there is no result in time
   */
  async check(
    context: RequestContext,
    input: CheckInput,
    spendToken: () => Promise<void>,
  ): Promise<Written<ComplianceResult>> {
    const { account, livemode } = context;
    const order = readCheck(input);
    const find = () => this.queries.ask('compliance.find', { account, livemode, ...order });
    const cached = await find();
    const isCached = cached !== null && cached.status !== 'pending';
    if (!isCached) await spendToken();
    const command = commandMessage<CheckAddress>(context, {
      type: 'compliance.CheckAddress',
      key: order.address,
      data: order,
    });
    const { replayed } = await this.requests.accept(context, { ...order }, () => ({
      resources: [],
      messages: isCached ? [] : [command],
    }));
    if (isCached) return { object: cached, replayed };
    // The result of the first use may have expired since: then this is a screening of its own, under the same key.
    if (replayed) await this.requests.publish([command]);
    const deadline = this.clock.now() + WAIT_MS_MAX;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const result = await find();
      if (result !== null && result.status !== 'pending') return { object: result, replayed };
      if (this.clock.now() >= deadline)
        throw new ApiError('internal_error', 'The check takes too long: try it again later.');
      await this.wakeups.wait(order.address, Math.min(pauseMs, deadline - this.clock.now()));
    }
  }

  /** @throws ApiError `not_found`; `invalid_state` when it is not in review */
  async decide(
    context: RequestContext,
    ref: string,
    decision: 'clear' | 'block',
    note: string | null,
  ): Promise<Written<ComplianceResult>> {
    const { account, livemode } = context;
    const read = () => this.queries.ask('compliance.get', { account, livemode, id: ref });
    const { address } = found(await read(), 'compliance check');
    return this.writes.perform(context, {
      params: { ref, decision, note },
      plan: () => ({
        resources: [ref],
        messages: [
          commandMessage<DecideReview>(context, {
            type: 'compliance.DecideReview',
            key: address,
            data: { ref, decision, note },
          }),
        ],
      }),
      outcome: ({ requestId }) =>
        this.queries.ask('compliance.outcome', { account, livemode, id: ref, commandId: requestId }),
      read,
    });
  }
}

/** Checks are put into one order, so that a list in another order is the same request. */
function readCheck({ address, checks, country_code: country }: CheckInput): CheckAddress['data'] {
  const { address: screened } = readAddress('address', address);
  const names = CHECK_NAMES.filter((name) => checks === undefined || checks.includes(name));
  if (country === undefined && names.includes('sanctions')) {
    throw invalid('country_code', 'country_code is required for sanctions screening, which is one of the checks.');
  }
  return { address: screened, checks: names, countryCode: country ?? null };
}
