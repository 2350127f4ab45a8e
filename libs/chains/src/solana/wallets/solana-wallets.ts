import { CURRENCIES, toUnits } from '@stablecoin/contracts';
import type { Currency, Units } from '@stablecoin/contracts';
import type {
  AllowanceState,
  ChainAllowances,
  ChainWallets,
  RenewalOutcome,
  SignedBytes,
  WalletContract,
  WalletPolicy,
  WalletRefusal,
  WalletState,
} from '../../chain-wallets';
import { EndpointsDisagreeError, notExceeded } from '../../rpc/agreement';
import type { RpcPool } from '../../rpc/rpc-pool';
import type { Signer } from '../../signer/signer';
import type { Authorization } from '../../transfers';
import type { AssociatedAccounts } from '../accounts/associated-accounts';
import { toBase58 } from '../base58';
import { readBlockTime } from '../block-time';
import type { ChainStatusReader } from '../chain-status';
import { TOKEN_PROGRAM } from '../instructions';
import type { SolanaNetwork } from '../network';
import { SignatureReader } from '../observation/signature-reader';
import { SignatureStatuses } from '../observation/signature-statuses';
import { LifetimeReader } from '../submission/lifetime-reader';
import type { SignedTransaction } from '../submission/signing';
import { KNOWN_ALREADY } from '../submission/sending';
import { count, inContext } from '../values';
import { MULTISIG_BYTES, NONCE_BYTES } from './accounts';
import type { TokenAccount } from './accounts';
import { UNLIMITED, allowanceOf, multisigOf } from './multisig';
import type { SolanaWallet } from './multisig';
import { WalletReader } from './wallet-reader';
import type { WalletAccounts, AccountsReading } from './wallet-reader';
import { isOperatorsAlone, signRenewal, signSetup } from './wallet-transactions';
import type { WalletRents, WalletTransactionParts } from './wallet-transactions';

/** The keys of this service that wallets know. */
export interface WalletSigners {
  /** Pays within the limit. */
  readonly spender: Signer;
  /** Makes wallets, and is the owner of those that are created without owners. */
  readonly operator: Signer;
}

export interface SolanaWalletsParts extends WalletSigners {
  readonly network: SolanaNetwork;
  readonly pool: RpcPool;
  readonly associated: AssociatedAccounts;
  readonly status: ChainStatusReader;
  readonly now: () => number;
}

/** A wallet's payment within its limit. */
export type WalletPayment = Authorization & { readonly payer: NonNullable<Authorization['payer']> };

const FINAL = 3;

/** Wallets on Solana: multisigs of the token program, whose spender is a delegate. */
export class SolanaWallets implements ChainWallets, ChainAllowances {
  readonly approvals = null;
  readonly allowances: ChainAllowances = this;
  readonly #parts: SolanaWalletsParts;
  readonly #reader: WalletReader;
  readonly #lifetimes: LifetimeReader;
  readonly #signatures: SignatureReader;
  #rents: Promise<WalletRents> | undefined;

  constructor(parts: SolanaWalletsParts) {
    this.#parts = parts;
    this.#reader = new WalletReader(parts);
    this.#lifetimes = new LifetimeReader(parts.pool, parts.now);
    this.#signatures = new SignatureReader(parts.pool, new SignatureStatuses());
  }

  get operator(): string {
    return this.#parts.operator.address;
  }

  contractOf(policy: WalletPolicy): WalletContract {
    const { address, spender, walletId, owners, threshold, spendLimit } = this.#made(
      policy,
      this.#parts.spender.address,
    );
    const module = TOKEN_PROGRAM.toBase58();
    return { walletId, owners, threshold, spendLimit, address, type: 'spl_multisig', version: '1', module, spender };
  }

  async isDeployed(wallet: WalletContract): Promise<boolean> {
    return isSetUp(this.#own(wallet), (await this.#read(wallet)).accounts);
  }

  async state(wallet: WalletContract): Promise<WalletState> {
    const { slot, accounts } = await this.#read(wallet);
    const held = CURRENCIES.map((currency) => ({ currency, found: accounts.tokens[currency] }));
    const full = allowanceOf(wallet);
    const spent = held.reduce((sum, { found }) => sum + full - leftIn(found, wallet), 0n);
    const isDeployed = isSetUp(this.#own(wallet), accounts);
    return {
      block: slot,
      isDeployed,
      spender: held.some(({ found }) => found?.allowance?.delegate === wallet.spender) ? wallet.spender : null,
      limit: full === UNLIMITED ? null : toUnits(full),
      spent: toUnits(isDeployed ? spent : 0n),
      windowStart: null,
      balances: held.map(({ currency, found }) => ({ currency, amount: toUnits(found?.amount ?? 0n) })),
    };
  }

  async look(wallets: readonly WalletContract[]): Promise<readonly (AllowanceState | null)[]> {
    return Promise.all(
      wallets.map(async (wallet) => {
        if (!this.isOwn(wallet)) return null;
        const own = this.#own(wallet);
        const reading = await this.#reader.read(own);
        return reading === null ? null : allowanceState(own, reading);
      }),
    );
  }

  full(wallet: WalletContract): Units {
    return toUnits(allowanceOf(wallet));
  }

  async signSetup(wallet: WalletContract): Promise<SignedBytes> {
    const [{ blockhash }, rents, parts] = await Promise.all([
      this.#lifetimes.read(),
      this.#readRents(),
      this.#signing(),
    ]);
    return written(await signSetup(this.#own(wallet), rents, parts, blockhash));
  }

  async signRenewal(wallet: WalletContract, nonce: string): Promise<SignedBytes> {
    return written(await signRenewal(this.#own(wallet), nonce, await this.#signing()));
  }

  async send(bytes: string): Promise<void> {
    const params = [bytes, { encoding: 'base64', skipPreflight: true, maxRetries: 0 }];
    await this.#parts.pool.tell(async (endpoint) => {
      for (const answer of await endpoint.batch([{ method: 'sendTransaction', params }])) {
        if (!answer.ok && !KNOWN_ALREADY.test(answer.error.reason)) throw answer.error;
      }
    });
  }

  async outcome(hash: string): Promise<RenewalOutcome> {
    const status = await this.#signatures.look(hash, true);
    if (status.state === 'failed') return { state: status.isFinal ? 'failed' : 'unknown' };
    if (status.state === 'unknown' || status.stage !== FINAL) return { state: 'unknown' };
    const at = await readBlockTime(this.#parts.pool, status.slot).catch(() => null);
    return at === null ? { state: 'unknown' } : { state: 'made', at };
  }

  /**
   * Why the chain would refuse a payment now; null where nothing is known against it. Without a majority the chain itself
   * decides.
   */
  async check({ amount, currency, payer: { wallet } }: WalletPayment): Promise<WalletRefusal | null> {
    const accounts = await this.#reader.accounts(this.#own(wallet));
    if (accounts === null) return null;
    const found = accounts.tokens[currency];
    if (found?.isFrozen === true) return 'wallet_blocklisted';
    const delegate = found?.allowance?.delegate ?? wallet.spender;
    if (delegate !== wallet.spender || (found !== null && found.owner !== wallet.address))
      return 'wallet_policy_changed';
    return BigInt(amount) > leftIn(found, wallet) ? 'spend_limit_onchain' : null;
  }

  /** What the operator has for the accounts and the renewals of wallets, in lamports. */
  async lamports(): Promise<bigint> {
    const { pool, operator } = this.#parts;
    const call = { method: 'getBalance', params: [operator.address, { commitment: 'finalized' }] };
    const said = await pool.ask(
      async (endpoint) => BigInt(inContext((await endpoint.results([call]))[0], count).value),
      (soFar) => soFar.length >= pool.majority,
    );
    return notExceeded(
      said.map(({ value }) => value),
      pool.majority,
    );
  }

  async #read(wallet: WalletContract): Promise<AccountsReading> {
    const reading = await this.#reader.read(this.#own(wallet));
    if (reading === null) {
      throw new EndpointsDisagreeError(`too few endpoints of solana say what is at the wallet ${wallet.address}`);
    }
    return reading;
  }

  /** Whether a wallet was made with this operator and these tokens. */
  isOwn(wallet: WalletContract): boolean {
    return this.#made(wallet, wallet.spender).address === wallet.address;
  }

  /** @throws Error for a wallet that was made with another operator or other tokens */
  #own(wallet: WalletContract): SolanaWallet {
    const made = this.#made(wallet, wallet.spender);
    if (made.address === wallet.address) return made;
    throw new Error(
      `the wallet ${wallet.address} was created with another SOLANA_APPROVAL_SIGNER or with other tokens: put them back`,
    );
  }

  #made(policy: WalletPolicy, spender: string): SolanaWallet {
    return multisigOf(policy, { operator: this.operator, spender, tokens: this.#parts.network.tokens });
  }

  async #signing(): Promise<WalletTransactionParts> {
    const { operator, network, associated, status } = this.#parts;
    return { operator, tokens: network.tokens, associated, price: (await status.read()).price };
  }

  /** They rarely change, and more than what is needed is not lost but kept in the accounts. */
  #readRents(): Promise<WalletRents> {
    this.#rents ??= this.#askRents().catch((error: unknown) => {
      this.#rents = undefined;
      throw error;
    });
    return this.#rents;
  }

  async #askRents(): Promise<WalletRents> {
    const calls = [MULTISIG_BYTES, NONCE_BYTES].map((bytes) => ({
      method: 'getMinimumBalanceForRentExemption',
      params: [bytes],
    }));
    const { majority } = this.#parts.pool;
    const said = await this.#parts.pool.ask(
      async (endpoint) => (await endpoint.results(calls)).map(count),
      (soFar) => soFar.length >= majority,
    );
    if (said.length < majority) throw new EndpointsDisagreeError('too few endpoints of solana say what rent is');
    const [multisig = 0, nonce = 0] = [0, 1].map(
      (index) => said.map(({ value }) => value[index] ?? 0).toSorted((one, other) => one - other)[said.length >> 1],
    );
    return { multisig: BigInt(multisig), nonce: BigInt(nonce) };
  }
}

function written({ signature, wire }: SignedTransaction): SignedBytes {
  return { hash: toBase58(signature), bytes: Buffer.from(wire).toString('base64') };
}

/** Whether the wallet's accounts are as they were made: nobody else than this wallet's owners controls them. */
function isSetUp({ owners, threshold, operator }: SolanaWallet, { multisig, nonce }: WalletAccounts): boolean {
  const isOurs = multisig?.threshold === threshold && multisig.signers.join() === owners.join();
  return isOurs && nonce?.authority === operator;
}

function allowanceState(wallet: SolanaWallet, { at, accounts }: AccountsReading): AllowanceState {
  return {
    at,
    nonce: isSetUp(wallet, accounts) && isOperatorsAlone(wallet) ? (accounts.nonce?.value ?? null) : null,
    tokens: CURRENCIES.map((currency: Currency) => {
      const found = accounts.tokens[currency];
      const hasDelegate = found?.allowance?.delegate === wallet.spender;
      return {
        currency,
        amount: toUnits(found?.amount ?? 0n),
        left: hasDelegate ? toUnits(leftIn(found, wallet)) : null,
        isFrozen: found?.isFrozen === true,
      };
    }),
  };
}

/** What the spender may still take. */
function leftIn(found: TokenAccount | null, { spender }: Pick<SolanaWallet, 'spender'>): bigint {
  return found?.allowance?.delegate === spender ? found.allowance.amount : 0n;
}
