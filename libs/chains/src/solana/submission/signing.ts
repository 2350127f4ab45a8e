import { PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import type { Message, TransactionInstruction } from '@solana/web3.js';
import type { Signer } from '../../signer/signer';

/** What a transaction may have in all: the smallest packet of IPv6 less its headers. */
export const TRANSACTION_BYTES_MAX = 1_232;

export interface SignedTransaction {
  readonly signature: Uint8Array;
  readonly wire: Uint8Array;
}

/** Compiles instructions to a legacy message. @param blockhash - or the value of a durable nonce, which the first one advances */
export function messageOf(instructions: readonly TransactionInstruction[], payer: string, blockhash: string): Message {
  return new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash: blockhash,
    instructions: [...instructions],
  }).compileToLegacyMessage();
}

/**
 * Signs a message with the keys that it needs.
 *
 * @param signers - the fee payer first; a key may be named more than once
 * @throws RangeError when the transaction would be too long
 */
export async function signMessage(message: Message, signers: readonly Signer[]): Promise<SignedTransaction> {
  const transaction = new VersionedTransaction(message);
  const bytes = message.serialize();
  for (const signer of new Map(signers.map((each) => [each.address, each])).values()) {
    transaction.addSignature(new PublicKey(signer.address), await signer.sign(bytes));
  }
  const [signature] = transaction.signatures;
  const wire = transaction.serialize();
  if (signature === undefined || wire.length > TRANSACTION_BYTES_MAX) {
    throw new RangeError(
      `${message.compiledInstructions.length} instructions make a transaction of ${wire.length} bytes`,
    );
  }
  return { signature, wire };
}
