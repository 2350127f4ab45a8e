import {
  ApiError,
  type Outcome,
  type PaymentOrder,
  type PaymentPolicy,
  type Policies as Shown,
  type PrincipalIds,
  type Tenant,
  type Units,
} from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { BoundedMap } from '@stablecoin/host';
import { NO_RULES, policyStream, shownPolicies, type PolicyRules } from '../domain/policy';
import { type PolicyHandler } from './handlers';
import type { RequestContext } from './request-context';

/** As with API keys: a change counts for payments within a second, on every gateway; half of it leaves room to read. */
const TRUSTED_MS = 500;
const POLICIES_IN_MEMORY = 10_000;
const HOUR_MS = 3_600_000;

interface Known {
  readonly rules: PolicyRules;
  readonly readAt: number;
}

/** The policies of accounts, and what they ask of a payment. */
export class Policies {
  readonly #known = new BoundedMap<string, Known>(POLICIES_IN_MEMORY);

  constructor(
    private readonly handler: PolicyHandler,
    private readonly principalsOf: (context: RequestContext) => Promise<PrincipalIds>,
    private readonly clock: Clock,
  ) {}

  /** Accounts whose policies are kept in memory now. */
  get size(): number {
    return this.#known.size;
  }

  async read(tenant: Tenant): Promise<Shown> {
    return shownPolicies(await this.#read(policyStream(tenant)));
  }

  /** What became of a command to change them. */
  async outcome(tenant: Tenant, commandId: string): Promise<Outcome> {
    const outcome = await this.handler.query(policyStream(tenant), (_rules, at) => ({
      applied: at.wasApplied(commandId),
      refusal: at.refusalOf(commandId) ?? null,
    }));
    return outcome ?? { applied: false, refusal: null };
  }

  /**
   * What the policies ask of a payment that is ordered now.
   *
   * @returns undefined: nothing
   * @throws ApiError `internal_error` when the policies cannot be read: then nothing may be paid
   */
  async ask(
    context: RequestContext,
    { amount, from }: Pick<PaymentOrder, 'amount' | 'from'>,
  ): Promise<PaymentPolicy | undefined> {
    const { separateCreator, twoApproversAbove, treasuryApprovalAbove } = await this.#rules(policyStream(context));
    const policy: PaymentPolicy = {
      ...(separateCreator && { creator: await this.principalsOf(context) }),
      ...(isAbove(amount, twoApproversAbove) && { twoApprovers: true as const }),
      ...(from === null && isAbove(amount, treasuryApprovalAbove) && { treasuryApproval: true as const }),
    };
    return Object.keys(policy).length === 0 ? undefined : policy;
  }

  /**
   * Whether the account lets nothing be made without screening.
   *
   * @throws ApiError `internal_error` when the policies cannot be read
   */
  async alwaysScreens(tenant: Tenant): Promise<boolean> {
    return (await this.#rules(policyStream(tenant))).alwaysScreen;
  }

  /**
   * How long an order of this caller is compared with earlier ones, in milliseconds.
   *
   * @returns null: not at all
   * @throws ApiError `internal_error` when the policies cannot be read
   */
  async duplicateWindowMs(context: RequestContext): Promise<number | null> {
    const { duplicateGuard, duplicateWindowHours } = await this.#rules(policyStream(context));
    const isGuarded =
      duplicateGuard === 'all' || (duplicateGuard === 'bound_keys' && context.caller.walletIds !== null);
    return isGuarded ? duplicateWindowHours * HOUR_MS : null;
  }

  async #rules(stream: string): Promise<PolicyRules> {
    const now = this.clock.now();
    const known = this.#known.get(stream);
    if (known !== undefined && now >= known.readAt && now - known.readAt < TRUSTED_MS) return known.rules;
    return this.#read(stream).catch((cause: unknown) => {
      throw new ApiError(
        'internal_error',
        'The policies of the account cannot be read: send this request again later.',
        { cause },
      );
    });
  }

  async #read(stream: string): Promise<PolicyRules> {
    const readAt = this.clock.now();
    const rules = (await this.handler.query(stream, (current) => current)) ?? NO_RULES;
    this.#known.set(stream, { rules, readAt });
    return rules;
  }
}

function isAbove(amount: Units, limit: Units | null): boolean {
  return limit !== null && BigInt(amount) > BigInt(limit);
}
