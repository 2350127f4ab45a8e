import {
  derivedId,
  newId,
  type CreateWallet,
  type Outcome,
  type QueryMap,
  type Wallet,
  type WalletLookup,
} from '@stablecoin/contracts';
import { parseAmount, toUnits, type ChainName } from '@stablecoin/money';
import { API_ERRORS, ApiError, type ApiErrorCode, type Queries } from '@stablecoin/platform';
import { invalid } from './refusals';
import { requireWallets } from './chains';
import { readAddress } from './payment-orders';
import { commandMessage, type RequestContext } from './request-context';
import type { Accepted, RequestPlan } from './requests';
import type { Writes, Written } from './writes';

/** What a client says of a wallet, in the form that the API takes. */
export interface WalletInput {
  readonly owner: string;
  readonly chain: ChainName;
  readonly spend_limit?: string;
  readonly compliance?: 'auto' | 'skip';
  readonly label?: string;
  readonly approvers?: readonly string[];
  readonly approval_threshold?: number;
  readonly idempotency_key?: string;
}

type WalletOrder = Omit<CreateWallet['data'], 'walletId'>;

/** What became of one wallet of many. */
export type BulkEntry =
  | { readonly wallet: Wallet }
  | { readonly error: { readonly code: ApiErrorCode; readonly message: string; readonly retryable: boolean } };

/** Makes wallets, and waits until their owners are verified. */
export class Wallets {
  constructor(
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
  ) {}

  /** @throws ApiError `invalid_request`; `plan_required`; `compliance_blocked` when the owner is not verified; `chain_unavailable` in live mode */
  create(context: RequestContext, input: WalletInput): Promise<Written<Wallet>> {
    const order = readOrder(context, input);
    requireWallets(context);
    return this.writes.perform(context, {
      params: order,
      plan: () => planOf(context, [order]),
      outcome: async ({ resources: [id = ''] }) => outcomeOf(await this.#lookup(context, id)),
      read: async ({ resources: [id = ''] }) => {
        const found = await this.#lookup(context, id);
        return found?.state === 'active' ? found.wallet : null;
      },
    });
  }

  /**
   * Makes many wallets by one request. It is carried out when every wallet is there or refused; one that takes too
   * long is an entry of its own, so that nothing is lost of the others.
   */
  createAll(context: RequestContext, inputs: readonly WalletInput[]): Promise<Written<{ data: readonly BulkEntry[] }>> {
    const orders = inputs.map((input, index) => readOrder(context, input, `wallets[${index}].`));
    requireWallets(context);
    return this.writes.perform(context, {
      params: { wallets: orders },
      plan: () => planOf(context, orders),
      outcome: async (accepted) => {
        const all = await this.#lookups(context, accepted);
        return { applied: all.every((each) => outcomeOf(each).applied), refusal: null };
      },
      read: async (accepted) => ({ data: (await this.#lookups(context, accepted)).map(entryOf) }),
      answersLate: true,
    });
  }

  #lookups(context: RequestContext, { resources }: Accepted): Promise<(WalletLookup | null)[]> {
    return Promise.all(resources.map((id) => this.#lookup(context, id)));
  }

  #lookup({ account, livemode }: RequestContext, id: string): Promise<WalletLookup | null> {
    return this.queries.ask('wallet.lookup', { account, livemode, id });
  }
}

function readOrder({ caller }: RequestContext, input: WalletInput, path = ''): WalletOrder {
  if (path !== '' && input.idempotency_key !== undefined) {
    throw invalid(`${path}idempotency_key`, 'One idempotency_key goes with the whole request.');
  }
  const { owner, chain, spend_limit: limit, compliance = 'auto', label = null, approvers = [] } = input;
  if (compliance === 'skip' && caller.plan !== 'enterprise') {
    throw new ApiError('plan_required', 'compliance: skip takes the Enterprise plan.', { param: `${path}compliance` });
  }
  const units = limit === undefined ? undefined : parseAmount(limit);
  const addresses = approvers.map((text, index) => readAddress(`${path}approvers[${index}]`, text).address);
  const repeated = addresses.findIndex((address, index) => addresses.indexOf(address) !== index);
  if (repeated >= 0) throw invalid(`${path}approvers[${repeated}]`, 'Each approver is listed once.');
  const threshold = input.approval_threshold ?? 1;
  if (threshold > Math.max(1, addresses.length)) {
    throw invalid(`${path}approval_threshold`, 'approval_threshold must not be greater than the number of approvers.');
  }
  return {
    owner,
    chain,
    spendLimit: units === undefined ? null : toUnits(units),
    compliance,
    label,
    approvers: addresses,
    approvalThreshold: threshold,
  };
}

function planOf(context: RequestContext, orders: readonly WalletOrder[]): RequestPlan {
  const messages = orders.map((order, index) => {
    const walletId = newId('wal', context.at);
    const id = index === 0 ? context.requestId : derivedId('msg', context.at, context.requestId, String(index));
    const command = { type: 'wallet.CreateWallet', key: walletId, data: { walletId, ...order } } as const;
    return commandMessage<CreateWallet>(context, command, id);
  });
  return { resources: messages.map(({ key }) => key), messages };
}

function outcomeOf(found: WalletLookup | null): Outcome {
  switch (found?.state) {
    case 'active':
      return { applied: true, refusal: null };
    case 'refused':
      return { applied: true, refusal: { code: 'compliance_blocked', message: found.message, param: 'owner' } };
    case 'verifying':
    case undefined:
      return { applied: false, refusal: null };
  }
}

function entryOf(found: WalletLookup | null): BulkEntry {
  if (found?.state === 'active') return { wallet: found.wallet };
  const [code, message] =
    found?.state === 'refused'
      ? (['compliance_blocked', found.message] as const)
      : (['internal_error', 'The wallet takes longer than usual: send the request again.'] as const);
  return { error: { code, message, retryable: API_ERRORS[code].retryable } };
}
