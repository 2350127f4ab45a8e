import {
  ApiError,
  CHECK_NAMES,
  type CheckAddress,
  type CheckName,
  type ComplianceResult,
  type DecideReviewMessage,
  type PrincipalIds,
  type QueryMap,
  found,
  invalid,
} from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import type { Queries } from '@stablecoin/messaging';
import { readAddress } from '../payments/payment-orders';
import type { RequestContext } from '@stablecoin/access';
import { commandMessage } from '../../application/command-message';
import type { Requests } from '@stablecoin/access';
import type { Wakeups } from '../../waiting/wakeups';
import type { Writes, Written } from '../../application/writes';

/** What a client says of a check, in the form that the API takes. */
export interface CheckInput {
  readonly address: string;
  readonly checks?: readonly CheckName[];
  readonly country_code?: string;
}

/** The longest that a standalone check waits for its result. */
const WAIT_MS_MAX = 10_000;

/** Standalone compliance checks, and the decisions of people on those in review. */
export class Screenings {
  constructor(
    private readonly requests: Requests,
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
    private readonly wakeups: Wakeups,
    private readonly clock: Clock,
    private readonly principalsOf: (context: RequestContext) => Promise<PrincipalIds>,
    /** A key decides no payment of its line, whatever the policies say. */
    private readonly fourEyes: boolean,
  ) {}

  /**
   * Screens an address, or answers from the cache. A replay answers with the result that answered the first request,
   * also when that has expired by then.
   *
   * @param spendToken - is called before anything is screened, and not for a cached result; throws when there is none
   * @throws ApiError `invalid_request`; `idempotency_conflict`; `internal_error` when there is no result in time
   */
  check(
    context: RequestContext,
    input: CheckInput,
    spendToken: () => Promise<void>,
  ): Promise<Written<ComplianceResult>> {
    const order = readCheck(input);
    return this.wakeups.whileWaiting(() => this.#check(context, order, spendToken));
  }

  async #check(
    context: RequestContext,
    order: CheckAddress['data'],
    spendToken: () => Promise<void>,
  ): Promise<Written<ComplianceResult>> {
    const cached = await this.#find(context, order);
    if (cached === null) await spendToken();
    const command = commandMessage<CheckAddress>(context, {
      type: 'compliance.CheckAddress',
      key: order.address,
      data: order,
    });
    const accepted = await this.requests.accept(context, { ...order }, () =>
      cached === null ? { resources: [], messages: [command] } : { resources: [cached.ref], messages: [] },
    );
    const {
      replayed,
      resources: [original],
    } = accepted;
    if (original !== undefined) return { object: await this.#get(context, original, cached), replayed };
    // The first request got no result, so its command may be lost.
    if (replayed && cached === null) await this.requests.publish(context, [command]);
    const result = cached ?? (await this.#untilScreened(context, order));
    const [ref = result.ref] = await this.requests.complete(context, accepted, [result.ref]);
    return { object: await this.#get(context, ref, result), replayed };
  }

  /**
   * @throws ApiError `not_found`; `invalid_state` when it is not in review; `insufficient_scope` when the caller's key
   * created what waits for it, or comes from the key that did, and four eyes or a policy are asked for
   */
  async decide(
    context: RequestContext,
    ref: string,
    decision: 'clear' | 'block',
    note: string | null,
  ): Promise<Written<ComplianceResult>> {
    const { account, livemode } = context;
    const read = () => this.queries.ask('compliance.get', { account, livemode, id: ref });
    const { address } = found(await read(), 'compliance check');
    const by = await this.principalsOf(context);
    const notFor = this.fourEyes ? { notFor: by } : {};
    return this.writes.perform(context, {
      params: { ref, decision, note },
      plan: () => ({
        resources: [ref],
        messages: [
          commandMessage<DecideReviewMessage>(context, {
            type: 'compliance.DecideReview',
            key: address,
            data: { ref, decision, note, decidedBy: context.caller.keyId, by, ...notFor },
          }),
        ],
      }),
      outcome: ({ requestId }) =>
        this.queries.ask('compliance.outcome', { account, livemode, id: ref, commandId: requestId }),
      read: async () => {
        const now = await read();
        return now?.status === 'review' ? null : now;
      },
    });
  }

  async #untilScreened(context: RequestContext, order: CheckAddress['data']): Promise<ComplianceResult> {
    const deadline = this.clock.now() + WAIT_MS_MAX;
    const ask = () => this.#find(context, order);
    const result = await this.wakeups.poll(order.address, deadline, ask, (found) => found !== null);
    if (result === null) throw new ApiError('internal_error', 'The check takes too long: try it again later.');
    return result;
  }

  /** What the cache holds; null also while it is being screened. */
  async #find(
    { account, livemode, at }: RequestContext,
    order: CheckAddress['data'],
  ): Promise<ComplianceResult | null> {
    const result = await this.queries.ask('compliance.find', { account, livemode, ...order, since: at });
    return result?.status === 'pending' ? null : result;
  }

  /** The result of that name, which `known` may be already. */
  async #get(
    { account, livemode }: RequestContext,
    ref: string,
    known: ComplianceResult | null,
  ): Promise<ComplianceResult> {
    if (known?.ref === ref) return known;
    return found(await this.queries.ask('compliance.get', { account, livemode, id: ref }), 'compliance check');
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
