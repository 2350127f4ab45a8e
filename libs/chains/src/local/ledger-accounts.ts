import { AddressLookupTableProgram, Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import type { VersionedMessage } from '@solana/web3.js';
import { Account, LiteSvm } from 'litesvm/dist/internal';
import { toBase58 } from '../solana/base58';
import { DECIMALS, TOKEN_PROGRAM } from '../solana/instructions';
import { AccountHistory } from './account-history';
import { addressesIn, lookupTable } from './lookup-tables';
import type { LoadedAddresses, TokenBalance } from './transactions';

const MINT_BYTES = 82;
const TOKEN_ACCOUNT_BYTES = 165;
const ACCOUNT_RENT = 10_000_000n;

/** The accounts of a ledger, as they are and as they were. */
export abstract class LedgerAccounts {
  protected readonly svm = new LiteSvm();
  protected readonly history = new AccountHistory(this.svm);

  abstract get slot(): number;

  /** An account as it was at the end of a slot. */
  account(address: string, slot: number = this.slot): Account | null {
    return this.history.at(address, slot);
  }

  get lamportsPerByte(): bigint {
    return this.svm.getRent().lamportsPerByteYear;
  }

  /** What an account has to hold for each of its bytes. */
  set lamportsPerByte(lamports: bigint) {
    const rent = this.svm.getRent();
    rent.lamportsPerByteYear = lamports;
    this.svm.setRent(rent);
  }

  rent(bytes: number): number {
    return Number(this.svm.minimumBalanceForRentExemption(BigInt(bytes)));
  }

  setAccount(
    address: string,
    given: { lamports?: bigint; data?: Uint8Array; owner?: PublicKey; executable?: boolean },
  ): void {
    const {
      lamports = ACCOUNT_RENT,
      data = new Uint8Array(),
      owner = SystemProgram.programId,
      executable = false,
    } = given;
    this.history.begin(address);
    this.svm.setAccount(new PublicKey(address).toBytes(), new Account(lamports, data, owner.toBytes(), executable, 0n));
    this.history.record(address, this.slot);
  }

  setLamports(address: string, lamports: bigint): void {
    this.setAccount(address, { lamports });
  }

  /** Makes a token account with money in it. */
  setTokens(
    address: string,
    given: { mint: string; owner: string; amount: bigint; isFrozen?: boolean; program?: PublicKey },
  ): void {
    const data = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
    data.set(new PublicKey(given.mint).toBytes(), 0);
    data.set(new PublicKey(given.owner).toBytes(), 32);
    data.writeBigUInt64LE(given.amount, 64);
    data.writeUInt8(given.isFrozen === true ? 2 : 1, 108);
    this.setAccount(address, { data, owner: given.program ?? TOKEN_PROGRAM });
  }

  /** Makes a lookup table, which transactions of version 0 may name accounts by from the next block on. */
  setLookupTable(address: string, addresses: readonly string[]): void {
    this.setAccount(address, { data: lookupTable(addresses), owner: AddressLookupTableProgram.programId });
  }

  tokensOf(address: string, slot?: number): bigint {
    const data = this.account(address, slot)?.data();
    return data?.length === TOKEN_ACCOUNT_BYTES ? Buffer.from(data).readBigUInt64LE(64) : 0n;
  }

  protected newMint(seed: number): string {
    const address = Keypair.fromSeed(Buffer.alloc(32, seed)).publicKey.toBase58();
    const data = Buffer.alloc(MINT_BYTES);
    data.writeBigUInt64LE(10n ** 18n, 36);
    data.writeUInt8(DECIMALS, 44);
    data.writeUInt8(1, 45);
    this.setAccount(address, { data, owner: TOKEN_PROGRAM });
    return address;
  }

  protected loadedBy({ addressTableLookups }: VersionedMessage): LoadedAddresses {
    const [writable, readonly]: [string[], string[]] = [[], []];
    for (const { accountKey, writableIndexes, readonlyIndexes } of addressTableLookups) {
      const addresses = addressesIn(this.svm.getAccount(accountKey.toBytes()));
      const at = (index: number): string => addresses[index] ?? PublicKey.default.toBase58();
      writable.push(...writableIndexes.map(at));
      readonly.push(...readonlyIndexes.map(at));
    }
    return { writable, readonly };
  }

  protected lamportsOf(accounts: readonly string[]): readonly bigint[] {
    return accounts.map((address) => this.svm.getAccount(new PublicKey(address).toBytes())?.lamports() ?? 0n);
  }

  protected tokenBalances(accounts: readonly string[]): readonly TokenBalance[] {
    return accounts.flatMap((address, accountIndex) => {
      const account = this.svm.getAccount(new PublicKey(address).toBytes());
      if (account === null || account.data().length !== TOKEN_ACCOUNT_BYTES) return [];
      const data = Buffer.from(account.data());
      const [mint, owner] = [toBase58(data.subarray(0, 32)), toBase58(data.subarray(32, 64))];
      return [{ accountIndex, mint, owner, amount: data.readBigUInt64LE(64) }];
    });
  }
}
