import { ApiError, type PrincipalIds, type QueryMap, rulesKey, type Tenant } from '@stablecoin/contracts';
import type { RequestContext } from '@stablecoin/access';
import type { Clock } from '@stablecoin/event-sourcing';
import { BoundedMap } from '@stablecoin/host';
import type { Queries } from '@stablecoin/messaging';

/** As the rules themselves: a version counts within a second of its publication. */
const TRUSTED_MS = 500;
const ACCOUNTS_IN_MEMORY = 10_000;

interface Known {
  readonly separates: boolean;
  readonly readAt: number;
}

/** What an order has to say for the rules of its account to be decided. */
export class RulesNeeds {
  readonly #known = new BoundedMap<string, Known>(ACCOUNTS_IN_MEMORY);

  constructor(
    private readonly queries: Queries<QueryMap>,
    private readonly principalsOf: (context: RequestContext) => Promise<PrincipalIds>,
    private readonly clock: Clock,
  ) {}

  /** Accounts that are kept in memory now. */
  get size(): number {
    return this.#known.size;
  }

  /**
   * Who may be behind an order, where a rule keeps who creates a payment from approving it.
   *
   * @returns undefined: no rule asks for it
   * @throws ApiError `internal_error` when the rules cannot be read: then nothing may be paid
   */
  async creatorOf(context: RequestContext): Promise<PrincipalIds | undefined> {
    return (await this.#separates(context)) ? this.principalsOf(context) : undefined;
  }

  /** Has them read again. */
  forget(tenant: Tenant): void {
    this.#known.set(rulesKey(tenant), { separates: true, readAt: -Infinity });
  }

  async #separates({ account, livemode }: Tenant): Promise<boolean> {
    const key = rulesKey({ account, livemode });
    const readAt = this.clock.now();
    const known = this.#known.get(key);
    if (known !== undefined && readAt >= known.readAt && readAt - known.readAt < TRUSTED_MS) return known.separates;
    const separates = await this.queries
      .ask('payment.rules_separate', { account, livemode })
      .catch((cause: unknown) => {
        const message = 'The rules of the account cannot be read: send this request again later.';
        throw new ApiError('internal_error', message, { cause });
      });
    this.#known.set(key, { separates, readAt });
    return separates;
  }
}
