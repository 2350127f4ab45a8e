import {
  ApiError,
  parseAddress,
  type Address,
  type Metadata,
  type PaymentOrder,
  type QueryMap,
  type Wallet,
  chainsOf,
  familyOf,
  formatAmount,
  parseAmount,
  toUnits,
  type ChainName,
  type Currency,
  found,
  invalid,
} from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import { readMetadata } from '../../application/metadata';
import { requireActive } from '../../application/refusals';
import { requireChain, type LiveMode } from '../../application/chains';
import type { Policies, RequestContext } from '@stablecoin/access';
import { requireMaySkipScreening } from '@stablecoin/access';
import type { RulesNeeds } from '../../application/rules-needs';

/** What a client says of a payment, in the form that the API takes. */
export interface OrderInput {
  readonly to: string;
  readonly amount: string;
  readonly currency?: Currency;
  readonly chain?: ChainName | 'auto';
  readonly compliance?: 'auto' | 'skip';
  readonly compliance_ref?: string;
  readonly country_code?: string;
  readonly from?: string;
  readonly memo?: string;
  readonly metadata?: Metadata;
  /** A second payment is meant, however much it is like an earlier one. */
  readonly confirm_distinct?: boolean;
}

/** The normalised parameters of an order. Another use of the same idempotency key is compared with them. */
export type OrderParams = Omit<PaymentOrder, 'paymentId' | 'idempotencyKey' | 'candidates' | 'policy' | 'creator'>;

/** A valid order, before account and settings are checked. */
export interface ReadOrder {
  readonly params: OrderParams;
  readonly recipient: Address;
}

/** A payment that may be made, as far as can be said before it exists. */
export type CheckedOrder = Omit<PaymentOrder, 'paymentId' | 'idempotencyKey'>;

/** Turns a request body into an order. A rejected request stores nothing. */
export class PaymentOrders {
  constructor(
    private readonly queries: Queries<QueryMap>,
    private readonly policies: Pick<Policies, 'ask' | 'alwaysScreens'>,
    private readonly rules: Pick<RulesNeeds, 'creatorOf'>,
    private readonly settings: LiveMode & { readonly paymentMin: bigint; readonly paymentMax: bigint },
  ) {}

  /** @throws ApiError `invalid_request` */
  read(input: OrderInput): ReadOrder {
    const { currency = 'USDC', chain = 'auto', compliance = 'auto' } = input;
    const amount = parseAmount(input.amount);
    if (amount === undefined) throw this.#outOfBounds();
    const recipient = readAddress('to', input.to);
    if (chain !== 'auto') requireFamily(recipient, chain);
    const params: OrderParams = {
      to: recipient.address,
      amount: toUnits(amount),
      currency,
      chain,
      from: input.from ?? null,
      memo: input.memo ?? null,
      compliance,
      complianceRef: input.compliance_ref ?? null,
      countryCode: input.country_code ?? null,
      ...readMetadata(input.metadata),
    };
    return { params, recipient };
  }

  /**
   * Checks an order against the account and the settings.
   *
   * @throws ApiError `invalid_request`; `chain_unavailable` when live mode cannot pay; `plan_required` and
   * `insufficient_scope` for `compliance: skip`; `internal_error` while screening is unavailable, or the policies and rules; `not_found` for `from`
   */
  async check(context: RequestContext, { params, recipient }: ReadOrder): Promise<CheckedOrder> {
    const { chain, compliance, complianceRef, from } = params;
    const amount = BigInt(params.amount);
    if (amount < this.settings.paymentMin || amount > this.settings.paymentMax) throw this.#outOfBounds();
    const candidates = chain === 'auto' ? chainsOf(recipient.family) : [chain];
    requireChain(context, this.settings, candidates);
    // The sandbox pays every address.
    if (context.livemode) {
      await this.#requirePayable(params, candidates);
      if (compliance === 'auto') await this.#requireScreening();
    }
    if (compliance === 'skip') await requireMaySkipScreening(context, 'compliance', this.policies);
    const wallet = from === null ? null : await this.#wallet(context, from, chain, recipient);
    if (complianceRef !== null) await this.#requireSameAddress(context, complianceRef, recipient);
    const [policy, creator] = await Promise.all([this.policies.ask(context, params), this.rules.creatorOf(context)]);
    return {
      candidates: wallet === null ? candidates : [wallet.chain],
      ...params,
      createdBy: context.caller.keyId,
      ...(creator === undefined ? {} : { creator }),
      ...(policy === undefined ? {} : { policy }),
    };
  }

  /**
   * An order that was refused, as it may have been carried out before a restore: without the checks of account and settings.
   *
   * @returns null when its wallet is not known here, so that nothing can be looked up
   */
  async lost(
    { account, livemode, caller }: RequestContext,
    { params, recipient }: ReadOrder,
  ): Promise<CheckedOrder | null> {
    const { chain, from } = params;
    const wallet = from === null ? null : await this.queries.ask('wallet.get', { account, livemode, id: from });
    if (from !== null && wallet === null) return null;
    const asked = chain === 'auto' ? chainsOf(recipient.family) : [chain];
    return { candidates: wallet === null ? asked : [wallet.chain], ...params, createdBy: caller.keyId };
  }

  #outOfBounds(): ApiError {
    const { paymentMin, paymentMax } = this.settings;
    return invalid('amount', `amount must be from ${formatAmount(paymentMin)} to ${formatAmount(paymentMax)}.`);
  }

  /** Rejects addresses of a real chain from which money could never be recovered. */
  async #requirePayable({ to, currency }: OrderParams, candidates: readonly ChainName[]): Promise<void> {
    const refusal = await this.queries.ask('payment.refusal', { livemode: true, to, currency, candidates });
    if (refusal !== null) throw invalid('to', `to cannot be paid: ${refusal}.`);
  }

  /** Rejects a payment while screening is unavailable. */
  async #requireScreening(): Promise<void> {
    const reason = await this.queries.ask('compliance.unavailable', { livemode: true });
    if (reason !== null) throw new ApiError('internal_error', reason);
  }

  /** API decisions, Routing: the wallet's chain is the only one, and the recipient's address has to fit it. */
  async #wallet(
    { account, livemode }: RequestContext,
    id: string,
    chain: ChainName | 'auto',
    recipient: Address,
  ): Promise<Wallet> {
    const wallet = found(await this.queries.ask('wallet.get', { account, livemode, id }), 'wallet', 'from');
    requireActive(wallet);
    if (chain !== 'auto' && chain !== wallet.chain) {
      throw invalid('chain', `chain must be auto or ${wallet.chain}, which is the chain of the wallet in from.`);
    }
    requireFamily(recipient, wallet.chain);
    if (livemode && recipient.address === wallet.address) {
      throw invalid('to', 'to is the address of the wallet in from: nothing would be paid.');
    }
    return wallet;
  }

  /**
   * Checks that a compliance ref is of this address. An unknown or expired ref is no error: the address is screened
   * again.
   */
  async #requireSameAddress({ account, livemode }: RequestContext, ref: string, { address }: Address): Promise<void> {
    const result = await this.queries.ask('compliance.get', { account, livemode, id: ref });
    if (result !== null && result.address !== address) {
      throw invalid('compliance_ref', 'compliance_ref is the result of another address than to.');
    }
  }
}

/**
 * Reads an address, once and with its checksum.
 *
 * @throws ApiError `invalid_request`
 */
export function readAddress(param: string, text: string): Address {
  const address = parseAddress(text);
  if ('problem' in address) throw invalid(param, address.problem);
  return address;
}

function requireFamily({ family }: Address, chain: ChainName): void {
  if (familyOf(chain) === family) return;
  throw invalid('to', `to must be an address of ${chain}, and this is one of another kind of chain.`);
}
