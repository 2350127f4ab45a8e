import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { evmRecipients } from '../load/workload';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8, and how long that is in SPKI. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX_BYTES = 12;
/** A local block has room for some 600 payments, which is little beside one of Base. */
const BLOCK_GAS = 1_000_000_000;

/** The same accounts in every run, which somebody could have the keys of: Solana pays no others. */
export function recipientsOn(chain: 'base' | 'solana', count: number): readonly string[] {
  return chain === 'base' ? evmRecipients(count) : Array.from({ length: count }, (_, n) => solanaAddress(n));
}

/** Gives the blocks of a folder's local chain the room of a public one. */
export async function lift(folder: string): Promise<void> {
  const { base } = JSON.parse(await readFile(join(folder, 'local-chains.json'), 'utf8')) as {
    readonly base: { readonly rpc_url: string };
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_setBlockGasLimit', params: [BLOCK_GAS] });
  const response = await fetch(base.rpc_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { result } = (await response.json()) as { readonly result?: unknown };
  if (result !== true) throw new Error('the local chain keeps its own limit of gas');
}

function solanaAddress(n: number): string {
  const seed = Buffer.alloc(32, 0xbe);
  seed.writeUInt32BE(n);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return base58.encode(publicKey.subarray(SPKI_PREFIX_BYTES));
}
