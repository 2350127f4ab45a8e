import type { Approval, Wallet } from '@stablecoin/contracts';
import { EvmKeySigner, signTyped } from '@stablecoin/chains/testing';
import { formatAmount } from '@stablecoin/contracts';
import type { Api, ApiResponse } from '../e2e/support/api';

/** What a wallet pays alone in 24 hours: more than all orders of a cell within it, less than one above it. */
export const LIMIT = 40_000_000n;
/** Added to an order, it is above the limit. Less than what takes two people. */
export const ABOVE_LIMIT = 45_000_000n;
/** What it begins with. */
export const FUNDS = 10_000_000_000n;

/** Whoever approves what wallets pay above their limits. */
const OWNERS = [new EvmKeySigner(Buffer.alloc(32, 0x71)), new EvmKeySigner(Buffer.alloc(32, 0x72))] as const;

/** What the client of a wallet knows of it. */
export interface KnownWallet {
  readonly id: string;
  readonly address: string;
}

/** A request for a live wallet with a limit. @param threshold - how many owners approve a payment above the limit */
export function walletRequest(name: string, threshold = 1) {
  return {
    ...{ owner: `agent:${name}`, chain: 'base', spend_limit: formatAmount(LIMIT) },
    ...{ approvers: OWNERS.slice(0, threshold).map(({ address }) => address), approval_threshold: threshold },
  } as const;
}

/** The clock runs ahead of a busy machine. Then the client is told to send it again. */
async function answered(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const answer = await send();
    if (!answer.text.includes('"retryable":true')) return answer;
  }
}

/** Makes a wallet, or makes it again after its record was lost. */
export async function makeWallet(
  api: Api,
  request: ReturnType<typeof walletRequest>,
  key: string | null,
): Promise<KnownWallet> {
  const keyed = key === null ? {} : { idempotency_key: key };
  const { status, body, text } = await answered(() => api.post('/wallets', { ...request, ...keyed }));
  const { id, address } = body as unknown as Wallet;
  if (status >= 300 || address === null) throw new Error(`${status}: ${text}`);
  return { id, address };
}

/** Makes many with one request, or makes them again. */
export async function makeWallets(
  api: Api,
  requests: readonly ReturnType<typeof walletRequest>[],
  key: string,
): Promise<readonly KnownWallet[]> {
  const order = { wallets: requests, idempotency_key: key };
  const { status, body, text } = await answered(() => api.post('/wallets/bulk', order));
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return (body['data'] as { readonly wallet?: Wallet }[]).map(({ wallet }) => {
    if (wallet?.address === undefined || wallet.address === null) throw new Error(text);
    return { id: wallet.id, address: wallet.address };
  });
}

/** Owners sign an approval, each once. @param count - so many of them; as many as it takes unless told */
export async function signApproval(api: Api, id: string, count?: number): Promise<void> {
  const approval = (await api.get(`/approvals/${id}`)).body as unknown as Approval;
  const { status: stage, approved_by: approvedBy, typed_data: typed, threshold } = approval;
  for (const owner of OWNERS.slice(0, count ?? threshold)) {
    if (stage !== 'pending' || typed === null || approvedBy.includes(owner.address)) continue;
    const signature = await signTyped(owner, typed);
    const given = { approver: owner.address, signature };
    const { status, text } = await answered(() => api.post(`/approvals/${id}/approve`, given));
    if (status >= 300) throw new Error(text);
  }
}
