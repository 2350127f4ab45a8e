import type { RpcCall, RpcTransport } from '../rpc/rpc-endpoint';
import type { SolanaFront } from '../local/solana-front';

type Question = RpcCall & { readonly id: number };

/** A transaction of a stranger that names an account. */
export interface SpamTransaction {
  readonly signature: string;
  /** May be changed until endpoints are asked. */
  slot: number;
  readonly err: 'failed' | null;
}

export interface Spam {
  readonly account: string;
  /** Newest first. */
  readonly transactions: readonly SpamTransaction[];
  /** Whether they stand before or after all other transactions of the account. */
  readonly isOlder?: boolean;
}

const PREFIX = 'spam';
const OTHERS_MAX = 1_000;
/** No instruction of this form moves tokens, and reading it as one fails. */
const UNREADABLE_INSTRUCTION = { programIdIndex: 1, accounts: [7], data: '3' };

/** Many transactions of strangers. @param err - null: they succeed */
export function spamOf(count: number, err: SpamTransaction['err']): SpamTransaction[] {
  return Array.from({ length: count }, (_, made) => ({ signature: `${PREFIX}${made}`, slot: 0, err }));
}

/**
 * Endpoints of a cluster on which strangers name an account very often.
 *
 * @param shows - is called for each transaction that an endpoint is asked to show
 */
export function spammed(
  fronts: readonly SolanaFront[],
  { account, transactions, isOlder = false }: Spam,
  shows: (signature: string) => void = () => undefined,
): RpcTransport[] {
  const spam = new Map(transactions.map((each) => [each.signature, each]));
  return fronts.map(({ transport }): RpcTransport => {
    const resultOf = async (call: RpcCall, signal: AbortSignal): Promise<unknown> => {
      const [answer] = JSON.parse(await transport(JSON.stringify([{ id: 1, ...call }]), signal)) as [
        { result: unknown },
      ];
      return answer.result;
    };
    const listed = async ({ params }: RpcCall, signal: AbortSignal): Promise<readonly unknown[]> => {
      const { before, limit, ...options } = params[1] as { readonly before?: string; readonly limit: number };
      const call = { method: 'getSignaturesForAddress', params: [account, { ...options, limit: OTHERS_MAX }] };
      const others = (await resultOf(call, signal)) as readonly SpamTransaction[];
      const all = isOlder ? [...others, ...transactions] : [...transactions, ...others];
      const start = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1;
      return all.slice(start, start + limit);
    };
    return async (body, signal) => {
      const answers = (JSON.parse(body) as readonly Question[]).map(async ({ id, ...call }): Promise<object> => {
        const [name] = call.params as readonly string[];
        if (call.method === 'getSignaturesForAddress' && name === account) {
          return { id, result: await listed(call, signal) };
        }
        if (call.method === 'getTransaction') shows(name ?? '');
        const found = call.method === 'getTransaction' ? spam.get(name ?? '') : undefined;
        if (found !== undefined) return { id, result: transactionOf(found) };
        const [answer] = JSON.parse(await transport(JSON.stringify([{ id, ...call }]), signal)) as readonly object[];
        return answer ?? {};
      });
      return JSON.stringify(await Promise.all(answers));
    };
  });
}

/** One that a stranger has signed. */
function transactionOf({ signature, slot }: SpamTransaction): object {
  const message = {
    accountKeys: ['11111111111111111111111111111112', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
    instructions: [UNREADABLE_INSTRUCTION],
  };
  const meta = { err: null, fee: 5_000, innerInstructions: [], preTokenBalances: [], postTokenBalances: [] };
  return { slot, blockTime: 1, version: 'legacy', transaction: { signatures: [signature], message }, meta };
}
