import { toUnits } from '@stablecoin/contracts';
import type { ChainName, Currency } from '@stablecoin/contracts';
import type { Hex } from 'viem';
import type { Balances, ChainAddresses, Deposits, DepositsRequest, SetAsideAnswer, SetAsideRequest } from '../accounts';
import type { Chain } from '../chain';
import type { ChainCosts, Gas } from '../costs';
import type { ChainHistory, EarlierUse, EarlierUseRequest } from '../past-transfers';
import type { Quote, QuoteRequest } from '../quotes';
import type { Authorization, Observation, PrecheckFailure, Submission } from '../transfers';
import type { Signer } from '../signer/signer';
import { AccountReader } from './accounts/account-reader';
import { readPayouts } from './accounts/payouts';
import { Blocklist } from './accounts/blocklist';
import { PayerWatch } from './accounts/payer-watch';
import { BlocksByTime } from './blocks-by-time';
import type { ChainLog } from '../chain-log';
import { Delegations } from './accounts/delegations';
import { ChainStatusReader, canSend, costOfTransfer, reasonAgainst, reasonAgainstPayer } from './chain-status';
import { feeInUnits } from './fees';
import { FinalReads } from './final-reads';
import { GasFiguresReader } from './gas-figures';
import { LatestReads } from './latest-reads';
import { LogReader } from './log-reader';
import type { EvmNetwork } from './network';
import type { RpcError } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { probeRanges } from './probe-ranges';
import { RelayerNonces } from './relayer-nonces';
import { readFees } from './observation/fee-reader';
import { EarlierUses } from './observation/earlier-uses';
import { TransferObserver } from './observation/transfer-observer';
import { UseFinder } from './observation/use-finder';
import { WALLET_CONTRACTS } from './wallets/contracts';
import type { WalletPayment } from './wallets/calls';
import { EvmWallets } from './wallets/evm-wallets';
import type { EvmWalletsParts } from './wallets/evm-wallets';
import { WalletPayments, isOfWallet } from './wallets/wallet-payments';
import { EvmSubmissions } from './evm-submissions';
import { NO_NAMES } from '../accounts';
import { PaymentObserver } from './observation/payment-observer';
import { ownQuotes, quoteOf } from '../quotes';

export interface EvmChainOptions {
  readonly network: EvmNetwork;
  readonly pool: RpcPool;
  /** Whose money is paid out: it signs authorizations, and never a transaction. */
  readonly treasury: Signer;
  /** They send and pay the gas: the senders of authorizations. At least one. */
  readonly relayers: readonly Signer[];
  /** Of each token. */
  readonly domains: Readonly<Record<Authorization['currency'], Hex>>;
  /** Null when the chain offers no wallets. */
  readonly wallets: Pick<EvmWalletsParts, 'spender' | 'operator' | 'names'> | null;
  /** How long an authorization is valid. */
  readonly validityMs: number;
  /** Price of one ether, in minor units of either currency. */
  readonly etherPrice: bigint;
  /** Maximum gas price to offer, in wei. */
  readonly maxFeePerGas: bigint;
  readonly log: ChainLog;
  readonly now: () => number;
}

const POLL_LONGEST_MS = 30_000;
/** Answers to bytes that are known there already, or whose nonce is used up: only a look tells by what. */
const KNOWN_ALREADY = /already (known|imported)|nonce too low|known transaction/i;

/**
 * USDC and EURC on one EVM chain. Each transfer is an EIP-3009 authorization of the treasury, which the token itself
 * takes only once, and many of them travel in one transaction of a relayer.
 */
export class EvmChain implements Chain {
  readonly addresses: ChainAddresses;
  readonly costs: ChainCosts;
  readonly history: ChainHistory;
  readonly wallets: EvmWallets | null;
  readonly #options: EvmChainOptions;
  readonly #senders: readonly string[];
  readonly #status: ChainStatusReader;
  readonly #payerWatch: PayerWatch;
  readonly #blocklist: Blocklist;
  readonly #submissions: EvmSubmissions;
  readonly #observer: PaymentObserver;
  readonly #accounts: AccountReader;
  readonly #walletPayments: WalletPayments;
  readonly #earlierUses: EarlierUses;
  readonly #logs = new LogReader();
  #turn = 0;

  constructor(options: EvmChainOptions) {
    const { network, pool, treasury: payer, log, now } = options;
    const { address: treasury } = payer;
    const relayers = new Map(options.relayers.map((relayer) => [relayer.address, relayer]));
    const senders = [...relayers.keys()];
    const [first] = senders;
    if (first === undefined) throw new Error(`${network.chain} has no relayer`);
    this.#options = options;
    this.#senders = senders;
    const logs = this.#logs;
    const blocks = new BlocksByTime();
    const final = new FinalReads(pool, network, now);
    const latest = new LatestReads(pool, network);
    const uses = new UseFinder({ multicall: network.multicall, logs, blocks });
    const nonces = new RelayerNonces(pool, now);
    const figures = new GasFiguresReader({ ...options, from: first });
    const delegations = new Delegations({ pool, chain: network.chain, accounts: [treasury, ...senders], log, now });
    const status = new ChainStatusReader({ pool, network, relayers: senders, treasury, now, figures, delegations });
    const { wallets, validityMs } = options;
    this.wallets = wallets === null ? null : new EvmWallets({ ...wallets, network, pool, final, latest, validityMs });
    const walletPayments = new WalletPayments({ network, wallets: this.wallets });
    this.#status = status;
    this.#walletPayments = walletPayments;
    this.#payerWatch = new PayerWatch({ chain: network.chain, treasury, log });
    this.#blocklist = new Blocklist(latest, network);
    this.#submissions = new EvmSubmissions({ ...options, relayers, status, figures, nonces, walletPayments });
    const transfers = new TransferObserver({ pool, network, treasury, log, uses });
    this.#observer = new PaymentObserver({ transfers, walletPayments });
    this.#earlierUses = new EarlierUses({ pool, network, treasury, final, latest, uses });
    const accounts = new AccountReader({ final, network, logs });
    this.#accounts = accounts;
    this.addresses = { flags: (address) => accounts.flags(address), namesOf: () => Promise.resolve(NO_NAMES) };
    this.costs = { gas: () => this.#gas(), fees: (submission) => readFees(pool, submission) };
    this.history = {
      payouts: (request) => readPayouts({ final, logs, blocks, network, relayers: senders }, request),
      lastSent: () => nonces.last(senders),
    };
  }

  /** Whose money is paid out. */
  get treasury(): string {
    return this.#options.treasury.address;
  }

  /**
   * Reads the chain's status, and finds what endpoints take, so that the first payment need not.
   *
   * @throws Error when no endpoint answers
   */
  async ready(): Promise<void> {
    await this.#status.read();
    await probeRanges({ ...this.#options, logs: this.#logs, treasury: this.treasury });
  }

  quote(request: QuoteRequest): Promise<readonly Quote[]> {
    const { network, log } = this.#options;
    return ownQuotes(network.chain, request, log, () => this.#quote(request.currency));
  }

  /** Rejects the contracts that the service uses as recipients: money sent there could never be moved. */
  refusalOf({ to }: { readonly to: string }): Promise<string | null> {
    const { network, treasury } = this.#options;
    const is = (address: string): boolean => address.toLowerCase() === to.toLowerCase();
    if (is(treasury.address)) return Promise.resolve('it is the treasury that pays');
    const contracts = this.wallets === null ? [] : WALLET_CONTRACTS.map(({ address }) => address);
    const isContract = [...Object.values(network.tokens), network.multicall, ...contracts].some(is);
    return Promise.resolve(isContract ? 'it is a contract that nobody can take money out of' : null);
  }

  /** Relayers take turns; those that were last seen without gas are left out, as long as another has some. */
  authorize({ at }: { readonly chain: ChainName; readonly at: number }): { sender: string; validUntil: number } {
    const all = this.#senders;
    const status = this.#status.known;
    const funded = status === undefined ? all : all.filter((sender) => canSend(status, sender));
    const senders = funded.length > 0 ? funded : all;
    this.#turn += 1;
    const sender = senders[this.#turn % senders.length];
    if (sender === undefined) throw new Error('there is no relayer');
    return { sender, validUntil: at + this.#options.validityMs };
  }

  capacity(authorizations: readonly Authorization[]): number {
    return this.#submissions.capacity(authorizations);
  }

  async earlierUse({ chain, ...request }: EarlierUseRequest): Promise<EarlierUse | null> {
    return chain === this.#options.network.chain ? this.#earlierUses.find(request) : null;
  }

  async precheck(authorization: Authorization, now: number): Promise<PrecheckFailure | null> {
    const { sender, to, currency, validUntil, usedSince } = authorization;
    // It has happened: it is only observed, so nothing can keep it from going out.
    if (usedSince !== undefined) return null;
    if (validUntil - now < this.#options.network.pace.validityLeftMs) return 'transaction_expired';
    const [status, isBlocked] = await Promise.all([this.#status.read(), this.#blocklist.has(currency, to)]);
    this.#payerWatch.look(status);
    if (isBlocked) return 'recipient_blocklisted';
    if (status.paused.has(currency) || status.delegations.has(sender)) return 'chain_unavailable';
    if (isOfWallet(authorization)) {
      const refusal = await this.#walletPayments.check(authorization, now);
      if (refusal === 'wallet_blocklisted') this.#tellOfBlocked(authorization);
      if (refusal !== null) return refusal;
    } else if (reasonAgainstPayer(status, currency, this.treasury) !== null) {
      return 'chain_unavailable';
    }
    // Without a majority no payment fails: the chain itself rejects what cannot be paid.
    return canSend(status, sender) || !status.isEstablished ? null : 'insufficient_gas';
  }

  assemble(
    authorizations: readonly Authorization[],
    liveNonces: () => Promise<readonly number[]>,
  ): Promise<Submission> {
    return this.#submissions.assemble(authorizations, liveNonces);
  }

  /** Goes to every endpoint; one that took it, or has it already, is enough. */
  async broadcast({ bytes }: Submission): Promise<void> {
    await this.#options.pool.tell(async (endpoint) => {
      const [answer] = await endpoint.batch([{ method: 'eth_sendRawTransaction', params: [bytes] }]);
      if (answer?.ok === false && !isKnownAlready(answer.error)) throw answer.error;
    });
  }

  observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]> {
    return this.#observer.observe(submission, authorizations, now);
  }

  replacement(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<Submission | null> {
    return this.#submissions.replacement(submission, authorizations, now);
  }

  /** Often at first, then less and less: final is a long way off. */
  pollAfterMs(authorizations: readonly Authorization[], now: number): number {
    const { lookMs } = this.#options.network.pace;
    const age = now - Math.max(...authorizations.map(({ authorizedAt }) => authorizedAt));
    return Math.ceil(Math.min(Math.max(lookMs, age / 10), POLL_LONGEST_MS));
  }

  explorerUrl(_chain: ChainName, hash: string): string | null {
    const { explorer } = this.#options.network;
    return explorer === null ? null : `${explorer}${hash}`;
  }

  balances({ addresses }: { readonly addresses: readonly string[] }): Promise<Balances> {
    return this.#accounts.balances(addresses);
  }

  deposits(request: Omit<DepositsRequest, 'chain'>): Promise<Deposits> {
    return this.#accounts.deposits(request);
  }

  setAside(request: SetAsideRequest): Promise<SetAsideAnswer> {
    return this.#accounts.setAside(request);
  }

  /** As if it travelled alone: in company it costs less. */
  async #quote(currency: Currency): Promise<Quote> {
    const { network, treasury, etherPrice, maxFeePerGas, now } = this.#options;
    const status = await this.#status.read();
    this.#payerWatch.look(status);
    const reason = reasonAgainst(status, { currency, treasury: treasury.address, maxFeePerGas, now: now() });
    const fee = toUnits(feeInUnits(costOfTransfer(status), etherPrice));
    return quoteOf({ chain: network.chain, fee, settlementMs: network.settlementMs, reason });
  }

  async #gas(): Promise<readonly Gas[]> {
    const status = await this.#status.read();
    const price = costOfTransfer(status);
    return [...status.gas].map(([sender, wei]) => ({ sender, transfers: Number(wei / price) }));
  }

  #tellOfBlocked({ currency, payer: { wallet } }: WalletPayment): void {
    const blocked = { chain: this.#options.network.chain, currency, wallet: wallet.address };
    this.#options.log.error(blocked, "a wallet is on a token's blocklist: its payments fail. Ask the token's issuer");
  }
}

function isKnownAlready({ reason }: RpcError): boolean {
  return KNOWN_ALREADY.test(reason);
}
