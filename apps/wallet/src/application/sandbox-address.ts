import { hash } from 'node:crypto';
import { evmAddressFromBytes, solanaAddressFromBytes } from '@stablecoin/contracts';
import { familyOf, type ChainName } from '@stablecoin/money';

const EVM_BYTES = 20;

/**
 * The address of a sandbox wallet, which follows from its id: the same at every repetition, and another for every
 * wallet. No key belongs to it, so nothing real may be sent there. Being a hash it is none of the magic addresses,
 * whose bytes are all zero but two.
 */
export function sandboxAddress(walletId: string, chain: ChainName): string {
  const bytes = Buffer.from(hash('sha256', `sandbox wallet ${walletId}`, 'hex'), 'hex');
  return familyOf(chain) === 'solana'
    ? solanaAddressFromBytes(bytes)
    : evmAddressFromBytes(bytes.subarray(0, EVM_BYTES));
}
