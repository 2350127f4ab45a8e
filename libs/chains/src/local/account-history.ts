import { PublicKey } from '@solana/web3.js';
import { Account } from 'litesvm/dist/internal';
import type { LiteSvm } from 'litesvm/dist/internal';

/** An account as it was since a slot; null when there was none. */
interface Version {
  readonly slot: number;
  readonly account: Account | null;
}

const NOTHING = new Account(0n, new Uint8Array(), new Uint8Array(32), false, 0n);

/** Accounts of LiteSVM as they were at the end of every slot, since the first change that was made known here. */
export class AccountHistory {
  readonly #svm: LiteSvm;
  readonly #versions = new Map<string, Version[]>();

  constructor(svm: LiteSvm) {
    this.#svm = svm;
  }

  /** To be called before a change: keeps how the account has been so far. */
  begin(address: string): void {
    if (this.#versions.has(address)) return;
    this.#versions.set(address, [{ slot: 0, account: this.#now(address) }]);
  }

  /** To be called after a change. */
  record(address: string, slot: number): void {
    this.#versions.get(address)?.push({ slot, account: this.#now(address) });
  }

  at(address: string, slot: number): Account | null {
    const versions = this.#versions.get(address);
    if (versions === undefined) return this.#now(address);
    return versions.findLast((each) => each.slot <= slot)?.account ?? null;
  }

  /** Undoes every change after a slot. */
  restore(slot: number): void {
    for (const [address, versions] of this.#versions) {
      const kept = versions.filter((each) => each.slot <= slot);
      if (kept.length === versions.length) continue;
      this.#versions.set(address, kept);
      this.#svm.setAccount(new PublicKey(address).toBytes(), kept.at(-1)?.account ?? NOTHING);
    }
  }

  #now(address: string): Account | null {
    return this.#svm.getAccount(new PublicKey(address).toBytes());
  }
}
