import { PublicKey } from '@solana/web3.js';
import type { VersionedMessage } from '@solana/web3.js';
import { Account } from 'litesvm/dist/internal';
import type { LiteSvm } from 'litesvm/dist/internal';
import { nonceAccountOf, nonceIn, nonceUnder, withNonce } from './durable-nonces';

/** Durable nonces as a cluster keeps them, where LiteSVM does not. */
export class LedgerNonces {
  readonly #svm: LiteSvm;

  constructor(svm: LiteSvm) {
    this.#svm = svm;
  }

  /** LiteSVM does not look at it: a value counts once, and not in the block that has set it. */
  isUsable(message: VersionedMessage): boolean {
    const address = nonceAccountOf(message);
    const value = address === null ? null : this.nonceOf(address);
    return value === message.recentBlockhash && value !== nonceUnder(this.#svm.latestBlockhash());
  }

  nonceOf(address: string): string | null {
    return nonceIn(this.#svm.getAccount(new PublicKey(address).toBytes()));
  }

  /**
   * LiteSVM derives the next value of a nonce from what the transaction names as its blockhash, and leaves the old one when
   * the transaction fails. A cluster derives it from the latest blockhash, and advances it in both cases.
   *
   * @param failed - the transaction, where it has failed
   */
  advance(before: ReadonlyMap<string, string | null>, failed: VersionedMessage | null): void {
    const failedUnder = failed === null ? null : nonceAccountOf(failed);
    for (const [address, value] of before) {
      const now = this.nonceOf(address);
      const isSpent = address === failedUnder && now === failed?.recentBlockhash;
      const account = this.#svm.getAccount(new PublicKey(address).toBytes());
      if (now === null || account === null || (now === value && !isSpent)) continue;
      this.#set(address, account, nonceUnder(this.#svm.latestBlockhash()));
    }
  }

  /**
   * A cluster advances a nonce once in a block. LiteSVM compares its value with the one that the transaction's blockhash
   * gives: nonces that this block has set are shown to it with that one.
   */
  bind(before: ReadonlyMap<string, string | null>, blockhash: string): void {
    const set = nonceUnder(this.#svm.latestBlockhash());
    for (const [address, value] of before) {
      const account = value === set ? this.#svm.getAccount(new PublicKey(address).toBytes()) : null;
      if (account !== null) this.#set(address, account, nonceUnder(blockhash));
    }
  }

  #set(address: string, account: Account, value: string): void {
    const data = withNonce(account, value);
    this.#svm.setAccount(
      new PublicKey(address).toBytes(),
      new Account(account.lamports(), data, account.owner(), false, 0n),
    );
  }
}
