import type { ChainName } from '@stablecoin/contracts';
import type { Balances, ChainAddresses, Deposits, DepositsRequest, SetAsideAnswer, SetAsideRequest } from '../accounts';
import type { Chain } from '../chain';
import type { ChainCosts, Gas } from '../costs';
import type { ChainHistory, EarlierUse, EarlierUseRequest } from '../past-transfers';
import type { Quote, QuoteRequest } from '../quotes';
import type { Authorization, Observation, PrecheckFailure, Submission } from '../transfers';
import type { ChainLog } from '../chain-log';
import { checkOneSubmission } from '../one-submission';
import type { RpcPool } from '../rpc/rpc-pool';
import type { Signer } from '../signer/signer';
import { AccountReader } from './accounts/account-reader';
import { readPayouts } from './accounts/payouts';
import { AssociatedAccounts } from './accounts/associated-accounts';
import { isSpent, readCarriers } from './submission/carriers';
import { ChainStatusReader, canSend, paymentLamports } from './chain-status';
import { readFees } from './observation/fee-reader';
import type { SolanaNetwork } from './network';
import { ComputeUnits } from './submission/compute-units';
import { RecipientReader } from './accounts/recipients';
import { SolanaQuotes, frozenPayer, unpayable } from './solana-quotes';
import { KNOWN_ALREADY } from './submission/sending';
import { SubmissionMaker, toSubmission } from './submission/submission-maker';
import { EarlierUses } from './observation/earlier-uses';
import { lastSigned } from './observation/last-signed';
import { TransferObserver } from './observation/transfer-observer';
import { SolanaAddresses } from './accounts/solana-addresses';
import { ownQuotes } from '../quotes';
import { SolanaWallets } from './wallets/solana-wallets';
import type { WalletSigners } from './wallets/solana-wallets';
import { WalletPayments, isOfWallet } from './wallets/wallet-payments';

export interface SolanaChainOptions {
  readonly network: SolanaNetwork;
  readonly pool: RpcPool;
  /** Whose money is paid out. */
  readonly treasury: Signer;
  /** Pays for transactions and new accounts, and is the sender of every authorization. May be the treasury itself. */
  readonly feePayer: Signer;
  /** Whose keys wallets know; null: there are no wallets. */
  readonly wallets: WalletSigners | null;
  /** How long an authorization is valid: some times the half minute that a transaction lives. */
  readonly validityMs: number;
  /** Price of one SOL, in minor units of either currency. */
  readonly solPrice: bigint;
  /** Maximum price to offer per compute unit, in millionths of a lamport. */
  readonly priorityPriceMost: bigint;
  readonly log: ChainLog;
  readonly now: () => number;
}

/** Minimum remaining validity to send an authorization, in milliseconds. */
const VALIDITY_LEFT_MS = 5_000;
const POLL_MS = { shortest: 200, longest: 10_000 };

/**
 * USDC and EURC on Solana. A submission is several transactions of several payments each. What keeps a payment from
 * being made twice is that it is in one transaction at a time: it goes into another one only when the one before can
 * provably never stand in a block any more, or stands there for good and has failed.
 */
export class SolanaChain implements Chain {
  readonly addresses: ChainAddresses;
  readonly costs: ChainCosts;
  readonly history: ChainHistory;
  readonly wallets: SolanaWallets | null;
  readonly #options: SolanaChainOptions;
  readonly #status: ChainStatusReader;
  readonly #recipients: RecipientReader;
  readonly #maker: SubmissionMaker;
  readonly #observer: TransferObserver;
  readonly #accounts: AccountReader;
  readonly #associated = new AssociatedAccounts();
  readonly #earlierUses: EarlierUses;
  readonly #units: ComputeUnits;
  readonly #walletPayments: WalletPayments;
  readonly #quotes: SolanaQuotes;

  constructor(options: SolanaChainOptions) {
    const { network, pool, treasury, feePayer, priorityPriceMost, log, now } = options;
    this.#options = options;
    const associated = this.#associated;
    const spender = options.wallets?.spender ?? null;
    const written = Object.values(network.tokens).map((mint) => associated.of(treasury.address, mint).toBase58());
    this.#status = new ChainStatusReader({
      pool,
      feePayer: feePayer.address,
      written,
      priceMost: priorityPriceMost,
      now,
    });
    this.#recipients = new RecipientReader({ pool, network, associated, treasury: treasury.address, now });
    this.#units = new ComputeUnits(pool);
    const { solPrice } = options;
    this.#quotes = new SolanaQuotes({
      recipients: this.#recipients,
      status: this.#status,
      units: this.#units,
      solPrice,
      now,
    });
    this.#maker = new SubmissionMaker({
      pool,
      network,
      payers: { feePayer, treasury, spender },
      associated,
      recipients: this.#recipients,
      status: this.#status,
      units: this.#units,
      now,
    });
    this.addresses = new SolanaAddresses({ network, recipients: this.#recipients, associated });
    this.costs = { gas: () => this.#gas(), fees: (submission) => readFees(pool, submission) };
    this.history = {
      payouts: (request) =>
        readPayouts(
          { pool, network, associated, feePayer: feePayer.address, spender: spender?.address ?? null },
          request,
        ),
      lastSent: async () => [await lastSigned(pool, feePayer.address)],
    };
    const parts = { network, pool, associated, status: this.#status, now };
    this.wallets = options.wallets === null ? null : new SolanaWallets({ ...parts, ...options.wallets });
    this.#walletPayments = new WalletPayments(this.wallets, spender?.address ?? null);
    this.#observer = new TransferObserver({ pool, log });
    this.#earlierUses = new EarlierUses({ pool, network, treasury: treasury.address, associated });
    this.#accounts = new AccountReader({
      pool,
      network,
      associated,
      isOwnPayment: (address, signature) => address === treasury.address && this.#observer.hasSeen(signature),
    });
  }

  /** Whose money is paid out. */
  get treasury(): string {
    return this.#options.treasury.address;
  }

  quote(request: QuoteRequest): Promise<readonly Quote[]> {
    const { to, currency } = request;
    return ownQuotes('solana', request, this.#options.log, () => this.#quotes.quote(to, currency));
  }

  authorize({ at }: { readonly at: number }): { readonly sender: string; readonly validUntil: number } {
    return { sender: this.#options.feePayer.address, validUntil: at + this.#options.validityMs };
  }

  /**
   * What an issuer has frozen is none of it: a payment to that fails by itself, as `recipient_blocklisted`.
   *
   * @throws Error when no endpoint answers
   */
  async refusalOf({ to, currency }: Pick<Authorization, 'to' | 'currency'>): Promise<string | null> {
    const recipient = await this.#recipients.look(to, currency);
    return recipient.isEstablished ? unpayable(recipient) : null;
  }

  async earlierUse({ chain, ...request }: EarlierUseRequest): Promise<EarlierUse | null> {
    return chain === 'solana' ? this.#earlierUses.find(request) : null;
  }

  async precheck(authorization: Authorization, now: number): Promise<PrecheckFailure | null> {
    const { to, currency, validUntil } = authorization;
    if (validUntil - now < VALIDITY_LEFT_MS) return 'transaction_expired';
    const walletFailure = isOfWallet(authorization) ? await this.#walletPayments.check(authorization) : null;
    if (walletFailure !== null) return walletFailure;
    const [status, { refusal, isPayerFrozen }] = await Promise.all([
      this.#status.read(),
      this.#recipients.establish(to, currency),
    ]);
    if (isPayerFrozen && !isOfWallet(authorization)) {
      const frozen = { chain: 'solana', currency, treasury: this.treasury };
      this.#options.log.error(
        frozen,
        `${frozenPayer(currency)}. Payments are routed to other chains, or fail as chain_unavailable. Ask the issuer`,
      );
      return 'chain_unavailable';
    }
    if (refusal !== null) return refusal.isBlocked ? 'recipient_blocklisted' : 'chain_unavailable';
    // The chain itself rejects what cannot be paid.
    return canSend(status) || !status.isEstablished ? null : 'insufficient_gas';
  }

  /** All of them: a submission has as many transactions as they need. */
  capacity(authorizations: readonly Authorization[]): number {
    return authorizations.length;
  }

  async assemble(authorizations: readonly Authorization[]): Promise<Submission> {
    const { feePayer } = this.#options;
    const { chain, sender } = checkOneSubmission(authorizations);
    if (chain !== 'solana' || sender !== feePayer.address) {
      throw new Error(`a submission carries authorizations of ${feePayer.address} on solana only`);
    }
    const carriers = await this.#maker.together(authorizations);
    return toSubmission(
      carriers,
      authorizations.map(({ id }) => id),
    );
  }

  /**
   * Sends to every endpoint the transactions that are not known to be in a block, and of which no payment was signed again.
   * Acceptance by one endpoint is enough.
   */
  async broadcast({ bytes }: Submission): Promise<void> {
    const calls = readCarriers(bytes)
      .filter((carrier) => !this.#observer.hasSeen(carrier.signature) && !isSpent(carrier))
      .map(({ wire }) => ({
        method: 'sendTransaction',
        // A simulation would only say what a look at the chain says as well, and too late to change the bytes.
        params: [wire, { encoding: 'base64', skipPreflight: true, maxRetries: 0 }],
      }));
    if (calls.length === 0) return;
    await this.#options.pool.tell(async (endpoint) => {
      for (const answer of await endpoint.batch(calls)) {
        if (!answer.ok && !KNOWN_ALREADY.test(answer.error.reason)) throw answer.error;
      }
    });
  }

  async observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]> {
    const seen = await this.#observer.observe(submission, authorizations, now);
    return this.#walletPayments.explain(authorizations, seen);
  }

  /**
   * The same authorizations in new transactions: those whose transaction is provably dead together again, and those of
   * a batch that has failed for good each alone, so that the one that is to blame fails alone. Transactions that may
   * still be carried out, or were, stay as they are. Nothing is signed that could not be paid for.
   */
  async replacement(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<Submission | null> {
    const { kept, dead, failed } = await this.#observer.spent(submission, authorizations, now);
    if (dead.length + failed.length === 0) return null;
    if (!canSend(await this.#status.read())) {
      const { feePayer, log } = this.#options;
      const waiting = { sender: feePayer.address, payments: dead.length + failed.length };
      log.error({ chain: 'solana', ...waiting }, 'payments wait until their fee payer is filled up');
      return null;
    }
    const [together, singly] = await Promise.all([this.#maker.together(dead), this.#maker.singly(failed)]);
    // The new ones first: a submission is known by its first signature.
    return toSubmission([...together, ...singly, ...kept], submission.authorizations);
  }

  /** Every block at first, then less and less often. */
  pollAfterMs(authorizations: readonly Authorization[], now: number): number {
    const age = now - Math.max(...authorizations.map(({ authorizedAt }) => authorizedAt));
    return Math.min(Math.max(POLL_MS.shortest, age / 10), POLL_MS.longest);
  }

  explorerUrl(_chain: ChainName, hash: string): string | null {
    const { explorer } = this.#options.network;
    return explorer === null ? null : explorer.join(hash);
  }

  balances({ addresses }: { readonly addresses: readonly string[] }): Promise<Balances> {
    return this.#accounts.balances(addresses);
  }

  deposits(request: Omit<DepositsRequest, 'chain'>): Promise<Deposits> {
    return this.#accounts.deposits(request.addresses, request.after, request.limit);
  }

  setAside({ addresses, transactions }: SetAsideRequest): Promise<SetAsideAnswer> {
    return this.#accounts.setAside(addresses, transactions);
  }

  async #gas(): Promise<readonly Gas[]> {
    const { feePayer, wallets } = this.#options;
    const [status, operators] = await Promise.all([this.#status.read(), this.wallets?.lamports()]);
    const gasOf = (sender: string, lamports: bigint): Gas => ({
      sender,
      transfers: Number(lamports / paymentLamports(status)),
    });
    const own = gasOf(feePayer.address, status.gas);
    return wallets === null || operators === undefined ? [own] : [own, gasOf(wallets.operator.address, operators)];
  }
}
