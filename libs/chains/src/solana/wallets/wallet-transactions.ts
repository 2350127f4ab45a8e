import { PublicKey, SystemProgram } from '@solana/web3.js';
import type { TransactionInstruction } from '@solana/web3.js';
import { CURRENCIES } from '@stablecoin/contracts';
import type { Signer } from '../../signer/signer';
import type { AssociatedAccounts } from '../accounts/associated-accounts';
import { TOKEN_PROGRAM, computeUnitLimit, computeUnitPrice, createAssociatedAccount } from '../instructions';
import type { SolanaNetwork } from '../network';
import { messageOf, signMessage } from '../submission/signing';
import type { SignedTransaction } from '../submission/signing';
import { MULTISIG_BYTES, NONCE_BYTES } from './accounts';
import { allocateWithSeed, approveChecked, initializeMultisig } from './instructions';
import { allowanceOf, seedOf } from './multisig';
import type { SolanaWallet } from './multisig';

/** What accounts have to hold to stay, in lamports. */
export interface WalletRents {
  readonly multisig: bigint;
  readonly nonce: bigint;
}

/** What the transactions of a wallet's owners need beside the wallet. */
export interface WalletTransactionParts {
  readonly tokens: SolanaNetwork['tokens'];
  readonly associated: AssociatedAccounts;
  /** Pays for the transactions and for the rent of the wallet's accounts. */
  readonly operator: Signer;
  /** The priority fee, in millionths of a lamport for each compute unit. */
  readonly price: bigint;
}

/** Compute units, as the dearest versions of the programs need them. */
const UNITS = { setup: 200_000, renewal: 30_000 };

/**
 * Signs the transaction that makes a wallet: its multisig, its nonce, its token accounts, and the first allowance where the
 * operator is the one owner. A second one fails, whoever sends it, because the multisig is there by then.
 */
export function signSetup(
  wallet: SolanaWallet,
  rents: WalletRents,
  { operator, tokens, associated, price }: WalletTransactionParts,
  blockhash: string,
): Promise<SignedTransaction> {
  const [base, address, nonce] = [wallet.operator, wallet.address, wallet.nonceAccount].map(
    (each) => new PublicKey(each),
  ) as [PublicKey, PublicKey, PublicKey];
  const seeds = { multisig: seedOf('multisig', wallet, tokens), nonce: seedOf('nonce', wallet, tokens) };
  const signers = wallet.owners.map((owner) => new PublicKey(owner));
  const multisig = { address, base, seed: seeds.multisig, owner: TOKEN_PROGRAM, bytes: MULTISIG_BYTES };
  const nonceAccount = { address: nonce, base, seed: seeds.nonce, owner: SystemProgram.programId, bytes: NONCE_BYTES };
  const instructions = [
    computeUnitLimit(UNITS.setup),
    computeUnitPrice(price),
    ...allocateWithSeed({ ...multisig, lamports: rents.multisig }),
    initializeMultisig({ address, threshold: wallet.threshold, signers }),
    ...allocateWithSeed({ ...nonceAccount, lamports: rents.nonce }),
    SystemProgram.nonceInitialize({ noncePubkey: nonce, authorizedPubkey: base }),
    ...CURRENCIES.map((currency) => {
      const mint = new PublicKey(tokens[currency]);
      return createAssociatedAccount({
        payer: base,
        address: associated.of(wallet.address, tokens[currency]),
        owner: address,
        mint,
      });
    }),
    ...(isOperatorsAlone(wallet) ? approvals(wallet, { tokens, associated }) : []),
  ];
  return signMessage(messageOf(instructions, operator.address, blockhash), [operator]);
}

/**
 * Signs the renewal of a wallet's allowances, of which the operator is the one owner, under a value of its nonce. The chain
 * carries out at most one transaction under one value, however late it arrives.
 *
 * @throws Error for a wallet of other owners
 */
export function signRenewal(
  wallet: SolanaWallet,
  nonce: string,
  { operator, tokens, associated, price }: WalletTransactionParts,
): Promise<SignedTransaction> {
  if (!isOperatorsAlone(wallet) || operator.address !== wallet.operator) {
    throw new Error(`the operator ${operator.address} is not the one owner of the wallet ${wallet.address}`);
  }
  const instructions = [
    SystemProgram.nonceAdvance({
      noncePubkey: new PublicKey(wallet.nonceAccount),
      authorizedPubkey: new PublicKey(wallet.operator),
    }),
    computeUnitLimit(UNITS.renewal),
    computeUnitPrice(price),
    ...approvals(wallet, { tokens, associated }),
  ];
  return signMessage(messageOf(instructions, operator.address, nonce), [operator]);
}

/** Whether the operator approves for the wallet, because it was created without approvers. */
export function isOperatorsAlone({ owners, operator }: Pick<SolanaWallet, 'owners' | 'operator'>): boolean {
  return owners.length === 1 && owners[0] === operator;
}

function approvals(
  wallet: SolanaWallet,
  { tokens, associated }: Pick<WalletTransactionParts, 'tokens' | 'associated'>,
): readonly TransactionInstruction[] {
  return CURRENCIES.map((currency) =>
    approveChecked({
      account: associated.of(wallet.address, tokens[currency]),
      mint: new PublicKey(tokens[currency]),
      delegate: new PublicKey(wallet.spender),
      multisig: new PublicKey(wallet.address),
      signers: [new PublicKey(wallet.operator)],
      amount: allowanceOf(wallet),
    }),
  );
}
