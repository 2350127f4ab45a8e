import { AddressLookupTableAccount, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { TransactionInstruction } from '@solana/web3.js';
import { toUnits } from '@stablecoin/contracts';
import type { Currency, Units } from '@stablecoin/contracts';
import type { Authorization } from '../transfers';
import { AssociatedAccounts } from '../solana/accounts/associated-accounts';
import { toBase58 } from '../solana/base58';
import { transferChecked } from '../solana/instructions';
import { openSolanaChain } from '../solana/open-solana-chain';
import { signBatch } from '../solana/submission/packing';
import type { SolanaChain } from '../solana/solana-chain';
import { KeySigner } from '../solana/signer/key-signer';
import { SOLANA_KEYS } from '../local/keys';
import { SolanaFront } from '../local/solana-front';
import { SolanaLedger } from '../local/solana-ledger';
import type { LedgerOptions } from '../local/solana-ledger';
import { signTransaction } from './solana-strangers';

/** Longer than a transaction lives, so that a dead one is made anew once. */
export const VALIDITY_MS = 120_000;
export const TREASURY_MONEY = 1_000_000_000_000n;
const DEADLINE_MS = 60_000;
const SOL_PRICE = 150_000_000n;

/** What a chain has logged. */
export interface Logged {
  readonly level: 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/** A cluster of our own, with a treasury that has money, endpoints, and the adapter on them. */
export class LocalSolana {
  readonly ledger: SolanaLedger;
  readonly treasury = KeySigner.fromSeed(SOLANA_KEYS.treasury);
  readonly feePayer = KeySigner.fromSeed(SOLANA_KEYS.feePayer);
  readonly spender = KeySigner.fromSeed(SOLANA_KEYS.spender);
  readonly approver = KeySigner.fromSeed(SOLANA_KEYS.approver);
  readonly #stranger = KeySigner.fromSeed(Buffer.alloc(32, 0x63));
  readonly associated = new AssociatedAccounts();
  readonly logged: Logged[] = [];
  readonly fronts: readonly SolanaFront[];
  #made = 0;

  /** @param endpoints - how many there are */
  constructor(endpoints = 1, options: LedgerOptions = {}) {
    this.ledger = new SolanaLedger(options);
    this.fronts = Array.from({ length: endpoints }, () => new SolanaFront(this.ledger));
    for (const { address } of [this.feePayer, this.approver, this.#stranger])
      this.ledger.setLamports(address, 10n ** 12n);
    for (const mint of Object.values(this.ledger.mints)) {
      for (const { address: owner } of [this.treasury, this.#stranger]) {
        this.ledger.setTokens(this.accountOf(owner, mint), { mint, owner, amount: TREASURY_MONEY });
      }
    }
    this.ledger.advance(40);
  }

  /** @param options - `transports`: of the endpoints, in the place of those of the fronts */
  open({
    deadlineMs = DEADLINE_MS,
    validityMs = VALIDITY_MS,
    transports = this.fronts.map(({ transport }) => transport),
  } = {}): Promise<SolanaChain> {
    const { ledger, treasury, feePayer, spender, approver, logged } = this;
    return openSolanaChain({
      network: { genesisHash: null, tokens: ledger.mints, explorer: null, expected: null },
      endpoints: transports.map((transport, index) => ({ name: `endpoint ${index + 1}`, transport })),
      deadlineMs,
      treasury,
      feePayer,
      wallets: { spender, operator: approver },
      validityMs,
      solPrice: SOL_PRICE,
      priorityPriceMost: 100_000n,
      log: {
        warn: (fields, message) => void logged.push({ level: 'warn', fields, message }),
        error: (fields, message) => void logged.push({ level: 'error', fields, message }),
      },
      now: () => ledger.now(),
    });
  }

  accountOf(owner: string, mint: string): string {
    return this.associated.of(owner, mint).toBase58();
  }

  /** What an owner has of a currency now. */
  held(owner: string, currency: Currency = 'USDC'): bigint {
    return this.ledger.tokensOf(this.accountOf(owner, this.ledger.mints[currency]));
  }

  authorization(chain: SolanaChain, given: Partial<Authorization> = {}): Authorization {
    this.#made += 1;
    const at = this.ledger.now();
    return {
      id: `pay_${this.#made}`,
      chain: 'solana',
      to: newOwner(),
      amount: '12500000',
      currency: 'USDC',
      memo: null,
      authorizedAt: at,
      ...chain.authorize({ at }),
      ...given,
    };
  }

  /** Somebody else pays the treasury, in a transaction of its own that stands in the next block. */
  async deposit(currency: Currency, ...amounts: readonly Units[]): Promise<void> {
    const mint = this.ledger.mints[currency];
    const transfers = amounts.map((amount) => {
      this.#made += 1;
      return {
        id: `deposit_${this.#made}`,
        source: new PublicKey(this.accountOf(this.#stranger.address, mint)),
        authority: this.#stranger.address,
        mint: new PublicKey(mint),
        destination: new PublicKey(this.accountOf(this.treasury.address, mint)),
        amount: BigInt(amount),
        memo: null,
        creationFor: null,
      };
    });
    const payers = { feePayer: this.#stranger, treasury: this.#stranger, spender: null };
    const { wire } = await signBatch(transfers, payers, { blockhash: this.ledger.hashOf(this.ledger.slot), price: 0n });
    this.ledger.submit(Buffer.from(wire));
    this.ledger.advance(1);
  }

  /** What has come in for the treasury after a slot, by the signature of its transaction. */
  deposits(after: number): ReadonlyMap<string, Units> {
    const found = new Map<string, Units>();
    for (const mint of Object.values(this.ledger.mints)) {
      const account = this.accountOf(this.treasury.address, mint);
      for (const { signature, slot, error, accounts, tokensBefore, tokensAfter } of this.ledger.mentioning(account)) {
        const amountIn = (balances: typeof tokensAfter): bigint =>
          balances.find(({ accountIndex }) => accounts[accountIndex] === account)?.amount ?? 0n;
        const came = amountIn(tokensAfter) - amountIn(tokensBefore);
        if (slot <= after || error !== null || came <= 0n) continue;
        found.set(signature, toUnits(came + BigInt(found.get(signature) ?? 0)));
      }
    }
    return found;
  }

  /** A transaction that a stranger pays for and signs, in the next block. @returns its signature */
  async strangerSends(
    version: 'legacy' | 0 | 1,
    instructions: readonly TransactionInstruction[],
    tables: AddressLookupTableAccount[] = [],
  ): Promise<string> {
    const blockhash = this.ledger.hashOf(this.ledger.slot);
    const wire = await signTransaction(instructions, { version, signer: this.#stranger, blockhash, tables });
    this.ledger.submit(wire);
    this.ledger.advance(1);
    return toBase58(VersionedTransaction.deserialize(wire).signatures[0] ?? new Uint8Array());
  }

  /** A lookup table with these addresses. */
  lookupTable(addresses: readonly string[]): AddressLookupTableAccount {
    const key = Keypair.generate().publicKey;
    this.ledger.setLookupTable(key.toBase58(), addresses);
    const data = Buffer.from(this.ledger.account(key.toBase58())?.data() ?? []);
    return new AddressLookupTableAccount({ key, state: AddressLookupTableAccount.deserialize(data) });
  }

  /** A transfer of the stranger's tokens to somebody, the treasury by default. */
  strangersTransfer(amount: bigint, to: string = this.treasury.address): TransactionInstruction {
    const mint = this.ledger.mints.USDC;
    return transferChecked({
      source: new PublicKey(this.accountOf(this.#stranger.address, mint)),
      mint: new PublicKey(mint),
      destination: new PublicKey(this.accountOf(to, mint)),
      owner: new PublicKey(this.#stranger.address),
      amount,
    });
  }

  get strangersAddress(): string {
    return this.#stranger.address;
  }
}

/** An owner whom nobody has paid before. */
export function newOwner(): string {
  return Keypair.generate().publicKey.toBase58();
}
