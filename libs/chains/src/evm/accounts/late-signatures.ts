import { parseAbi, toFunctionSelector } from 'viem/utils';
import type { Abi } from 'viem';
import type { EndedService } from '../../past-transfers';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { MODULE_ABI } from '../wallets/contracts';
import { TOKEN_ABI } from '../abi';

/** The newest transactions tell as much as all. */
const TRANSACTIONS_MAX = 100;
const WORD = 64;
/** In each of these calls the fifth word says until when it is valid. */
const VALID_BEFORE = 4;
const OWNERS_ABI = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
]);
const SELECTORS = {
  /** What the treasury or the spender of a wallet has signed. */
  service: selectorsIn([...TOKEN_ABI, ...MODULE_ABI]),
  owners: selectorsIn(OWNERS_ABI),
} as const;

function selectorsIn(abi: Abi): readonly string[] {
  return abi.flatMap((item) =>
    item.type === 'function' && (item.name === 'transferWithAuthorization' || item.name === 'pay')
      ? [toFunctionSelector(item).slice(2)]
      : [],
  );
}

/**
 * The newest of our transactions that carries an authorization which is valid beyond a time: who signed it was alive, or its clock
 * was ahead.
 *
 * @param hashes - of transactions that have made transfers, the newest first
 * @param relayers - who sends ours: what anybody else sends says nothing of our clock
 * @param ended - what a service that has ended can have signed at most
 * @returns undefined when there is none
 */
export async function signedBeyond(
  endpoint: RpcEndpoint,
  hashes: readonly string[],
  {
    relayers,
    validUntil,
    approvalsUntil,
  }: Pick<EndedService, 'approvalsUntil' | 'validUntil'> & { readonly relayers: readonly string[] },
): Promise<string | undefined> {
  const newest = hashes.slice(0, TRANSACTIONS_MAX);
  if (newest.length === 0) return undefined;
  const ours = new Set(relayers.map((relayer) => relayer.toLowerCase()));
  const answers = await endpoint.results(
    newest.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
  );
  return newest.find((_, index) => {
    const { from, input } = (answers[index] ?? {}) as { readonly from?: unknown; readonly input?: unknown };
    if (typeof from !== 'string' || typeof input !== 'string' || !ours.has(from.toLowerCase())) return false;
    const { service, owners } = latestValidities(input);
    return service > validUntil || owners > approvalsUntil;
  });
}

/**
 * Until when the authorizations in the data of a call are valid, in milliseconds since the epoch; 0 without one. What owners of a
 * wallet have signed is valid for as long as it may be approved, and says nothing of when it was sent.
 */
export function latestValidities(input: string): { readonly service: number; readonly owners: number } {
  const data = input.toLowerCase();
  return { service: latestOf(data, SELECTORS.service), owners: latestOf(data, SELECTORS.owners) };
}

function latestOf(data: string, selectors: readonly string[]): number {
  let latest = 0n;
  for (const selector of selectors) {
    for (let at = data.indexOf(selector); at >= 0; at = data.indexOf(selector, at + 1)) {
      const word = data.slice(at + selector.length + VALID_BEFORE * WORD).slice(0, WORD);
      if (word.length < WORD) continue;
      const validBefore = BigInt(`0x${word}`);
      // Bytes that happen to look like the call are followed by no time.
      if (validBefore > latest && validBefore < 2n ** 40n) latest = validBefore;
    }
  }
  return Number(latest) * 1_000;
}
