import {
  ApiError,
  derivedId,
  type ApiErrorCode,
  type CreateWalletMessage,
  type Metadata,
  type Outcome,
  type QueryMap,
  type Wallet,
  type WalletLookup,
  parseAmount,
  toUnits,
  type ChainName,
  invalid,
} from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import { readMetadata } from '../../application/metadata';
import { requireChain, type LiveMode } from '../../application/chains';
import { readAddress } from '../payments/payment-orders';
import { type RequestContext, requireMaySkipScreening } from '@stablecoin/access';
import { commandMessage } from '../../application/command-message';
import type { Policies, Accepted, RequestPlan, Requests } from '@stablecoin/access';
import type { WalletIds } from './wallet-ids';
import type { Writes, Written } from '../../application/writes';

/** What a client says of a wallet, in the form that the API takes. */
export interface WalletInput {
  readonly owner: string;
  readonly chain: ChainName;
  readonly spend_limit?: string;
  readonly compliance?: 'auto' | 'skip';
  readonly label?: string;
  readonly approvers?: readonly string[];
  readonly approval_threshold?: number;
  readonly metadata?: Metadata;
}

type WalletOrder = Omit<CreateWalletMessage['data'], 'walletId'>;

/** What became of one wallet of many. */
export type BulkEntry =
  | { readonly wallet: Wallet }
  | { readonly error: { readonly code: ApiErrorCode; readonly message: string; readonly retryable: boolean } };

/** Makes wallets, and waits until their owners are verified, or a person has to decide that. */
export class Wallets {
  constructor(
    private readonly requests: Requests,
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
    private readonly settings: LiveMode,
    private readonly ids: WalletIds,
    private readonly policies: Pick<Policies, 'alwaysScreens'>,
  ) {}

  /** @throws ApiError `invalid_request`; `plan_required` and `insufficient_scope` for `compliance: skip`; `compliance_blocked` when the owner is not verified; `chain_unavailable` where live mode has no wallets */
  async create(context: RequestContext, input: WalletInput): Promise<Written<Wallet>> {
    const order = readOrder(input);
    await this.#requireMaySkip(context, order);
    await this.#requireWallet(context, order);
    const idOf = async () => this.ids.of(context, { place: null, earlier: [await this.requests.claimsOf(context)] });
    return this.#create(context, order, { messageId: context.requestId, idOf });
  }

  /**
   * Creates many wallets with one request. Each is created, refused or pending independently. A replay returns the
   * existing wallets and retries the others, as if each had its own request and key.
   *
   * @throws ApiError as {@link create}, when one of them is invalid; `idempotency_conflict`
   */
  async createAll(
    context: RequestContext,
    inputs: readonly WalletInput[],
  ): Promise<Written<{ readonly data: readonly BulkEntry[] }>> {
    const orders = inputs.map((input, index) => readOrder(input, `wallets[${index}].`));
    for (const [index, order] of orders.entries()) await this.#requireMaySkip(context, order, `wallets[${index}].`);
    const accepted = await this.requests.accept(context, { wallets: orders }, () => ({ resources: [], messages: [] }));
    const before = (await this.requests.claimsOf(context)) - 1;
    const data = await Promise.all(
      orders.map((order, place) => {
        const messageId = derivedId('msg', context.at, context.requestId, String(place));
        const part = partOf(context, accepted, place);
        // By the key of the whole request: that of the part has the request's id in it, which is another one each time.
        const idOf = async () => this.ids.of(context, { place, earlier: [before, await this.requests.claimsOf(part)] });
        // One that is refused does not stop the others.
        const isTaken = this.#requireWallet(context, order, `wallets[${place}].`);
        return entryOf(isTaken.then(() => this.#create(part, order, { messageId, idOf })));
      }),
    );
    return { object: { data }, replayed: accepted.replayed };
  }

  #create(
    context: RequestContext,
    order: WalletOrder,
    { messageId, idOf }: { readonly messageId: string; readonly idOf: () => Promise<string> },
  ): Promise<Written<Wallet>> {
    return this.writes.perform(context, {
      params: order,
      plan: async () => planOf(context, await idOf(), order, messageId),
      outcome: async ({ resources: [id = ''] }) => outcomeOf(await this.#lookup(context, id)),
      read: async ({ resources: [id = ''] }) => {
        const found = await this.#lookup(context, id);
        return found?.state === 'exists' ? found.wallet : null;
      },
    });
  }

  async #requireMaySkip(context: RequestContext, { compliance }: WalletOrder, path = ''): Promise<void> {
    if (compliance === 'skip') await requireMaySkipScreening(context, `${path}compliance`, this.policies);
  }

  /** The sandbox has wallets of every kind; live mode those that a chain enforces (API decisions, Live keys). */
  async #requireWallet(context: RequestContext, order: WalletOrder, path = ''): Promise<void> {
    const { livemode } = context;
    if (!livemode) return;
    const { chain, spendLimit, approvers, approvalThreshold } = order;
    const asked = { livemode, chain, spendLimit, approvers, approvalThreshold };
    const refusal = await this.queries.ask('wallet.refusal', asked);
    if (refusal !== null) throw new ApiError(refusal.code, refusal.message, { param: `${path}${refusal.param}` });
    requireChain(context, this.settings, [chain]);
  }

  #lookup({ account, livemode }: RequestContext, id: string): Promise<WalletLookup | null> {
    return this.queries.ask('wallet.lookup', { account, livemode, id });
  }
}

/** One wallet of many: its key is that of the request that holds the whole one's, and its place there. */
function partOf(context: RequestContext, { requestId }: Accepted, index: number): RequestContext {
  const { idempotencyKey, operation } = context;
  return {
    ...context,
    operation: `${operation} wallets`,
    idempotencyKey: idempotencyKey === null ? null : `${requestId}.${index}`,
    formerKey: null,
  };
}

function readOrder(input: WalletInput, path = ''): WalletOrder {
  const { owner, chain, spend_limit: limit, compliance = 'auto', label = null, approvers = [] } = input;
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
    ...readMetadata(input.metadata),
  };
}

function planOf(context: RequestContext, walletId: string, order: WalletOrder, messageId: string): RequestPlan {
  const command = { type: 'wallet.CreateWallet', key: walletId, data: { walletId, ...order } } as const;
  return { resources: [walletId], messages: [commandMessage<CreateWalletMessage>(context, command, messageId)] };
}

function outcomeOf(found: WalletLookup | null): Outcome {
  switch (found?.state) {
    case 'exists':
      return { applied: true, refusal: null };
    case 'refused':
      return { applied: true, refusal: { code: 'compliance_blocked', message: found.message, param: 'owner' } };
    case 'verifying':
    case undefined:
      return { applied: false, refusal: null };
  }
}

async function entryOf(creation: Promise<Written<Wallet>>): Promise<BulkEntry> {
  try {
    return { wallet: (await creation).object };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, retryable } = error;
    return { error: { code, message, retryable } };
  }
}
