import { createHash } from 'node:crypto';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import { CURRENCIES } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import { WalletPolicyError } from '../../chain-wallets';
import type { WalletPolicy } from '../../chain-wallets';
import { fromBase58 } from '../base58';
import { TOKEN_PROGRAM } from '../instructions';
import type { SolanaNetwork } from '../network';

/** The allowance of a wallet without a limit. */
export const UNLIMITED = 2n ** 64n - 1n;
/** What the token program takes. */
const OWNERS_MAX = 11;
/**
 * Signatures that fit into 1,232 bytes beside a durable nonce, the creation of the recipient's account, a reference, a memo
 * and the fee payer. The token program takes a threshold above the number of owners, which locks the money for good.
 */
const THRESHOLD_MAX = 5;
/** Characters of a seed, of six bits each. With more, the creation of a wallet of eleven owners would not fit into a transaction. */
const SEED_CHARACTERS = 24;

/** A wallet on Solana: a multisig account of its owners, which owns one token account of each currency. */
export interface SolanaWallet extends WalletPolicy {
  /** Of the multisig. */
  readonly address: string;
  /** The delegate of its token accounts: it pays within the limit. */
  readonly spender: string;
  /** Makes the wallet's accounts, whose addresses follow from it, and advances the wallet's nonce. */
  readonly operator: string;
  /** The durable nonce that everything is signed under that owners sign. */
  readonly nonceAccount: string;
}

/**
 * The wallet of a policy, without a call of the chain. The policy, the spender and the mints are in the seed of its
 * address. Until the multisig is made, the operator's key alone could choose other owners.
 *
 * @throws {@link WalletPolicyError}
 */
export function multisigOf(
  policy: WalletPolicy,
  {
    operator,
    spender,
    tokens,
  }: { readonly operator: string; readonly spender: string; readonly tokens: SolanaNetwork['tokens'] },
): SolanaWallet {
  check(policy, spender);
  const made = { ...policy, spender, operator };
  const base = new PublicKey(operator);
  return {
    ...made,
    address: addressWithSeed(base, seedOf('multisig', made, tokens), TOKEN_PROGRAM).toBase58(),
    nonceAccount: addressWithSeed(base, seedOf('nonce', made, tokens), SystemProgram.programId).toBase58(),
  };
}

/** The seeds of a wallet's own accounts. */
export function seedOf(
  account: 'multisig' | 'nonce',
  { walletId, owners, threshold, spendLimit, spender }: Omit<SolanaWallet, 'address' | 'nonceAccount'>,
  tokens: Readonly<Record<Currency, string>>,
): string {
  const mints = CURRENCIES.map((currency) => tokens[currency]);
  const written = JSON.stringify([account, walletId, owners, threshold, spendLimit, spender, mints]);
  return createHash('sha256').update(written).digest('base64url').slice(0, SEED_CHARACTERS);
}

/** What the spender may take of each currency in a window, in minor units. */
export function allowanceOf({ spendLimit }: Pick<WalletPolicy, 'spendLimit'>): bigint {
  return spendLimit === null ? UNLIMITED : BigInt(spendLimit);
}

function addressWithSeed(base: PublicKey, seed: string, owner: PublicKey): PublicKey {
  return new PublicKey(createHash('sha256').update(base.toBytes()).update(seed).update(owner.toBytes()).digest());
}

function check({ owners, threshold, spendLimit }: WalletPolicy, spender: string): void {
  if (owners.length === 0) throw new WalletPolicyError('owners', 'a wallet has at least one owner');
  if (owners.length > OWNERS_MAX) {
    throw new WalletPolicyError('owners', `a wallet on solana has at most ${OWNERS_MAX} owners, not ${owners.length}`);
  }
  const seen = new Set<string>();
  for (const owner of owners) {
    if (!canSign(owner)) throw new WalletPolicyError('owners', `${owner} is no address that can sign on solana`);
    if (seen.has(owner)) throw new WalletPolicyError('owners', `${owner} is named twice, and would count twice`);
    if (owner === spender) {
      throw new WalletPolicyError('owners', `${owner} pays within the limit, so it cannot approve what is above it`);
    }
    seen.add(owner);
  }
  const most = Math.min(THRESHOLD_MAX, owners.length);
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > most) {
    const why = most < owners.length ? ': no more signatures fit into a transaction' : '';
    throw new WalletPolicyError('threshold', `the threshold is a whole number from 1 to ${most}${why}`);
  }
  // An allowance that cannot be told from none would be none.
  if (spendLimit !== null && (BigInt(spendLimit) < 0n || BigInt(spendLimit) >= UNLIMITED)) {
    throw new WalletPolicyError(
      'spendLimit',
      `a spend limit on solana is at most ${UNLIMITED - 1n} in the smallest unit`,
    );
  }
}

/** Whether an address has a key: programs and multisigs sign nothing. */
function canSign(address: string): boolean {
  try {
    const bytes = fromBase58(address);
    return bytes.length === 32 && PublicKey.isOnCurve(bytes);
  } catch {
    return false;
  }
}
