import { hash } from 'node:crypto';
import { evmAddressFromBytes, solanaAddressFromBytes, familyOf, type ChainName } from '@stablecoin/contracts';

const EVM_BYTES = 20;

/**
 * The address of a sandbox wallet, derived from its id. No one has a key for it: never send real funds there. As a hash
 * it differs from all magic addresses, which are zero except for two bytes.
 */
export function sandboxAddress(walletId: string, chain: ChainName): string {
  const bytes = Buffer.from(hash('sha256', `sandbox wallet ${walletId}`, 'hex'), 'hex');
  return familyOf(chain) === 'solana'
    ? solanaAddressFromBytes(bytes)
    : evmAddressFromBytes(bytes.subarray(0, EVM_BYTES));
}
