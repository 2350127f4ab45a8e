import { toUnits } from '@stablecoin/contracts';
import type { ChainName } from '@stablecoin/contracts';
import type { Hex } from 'viem';
import type {
  AddressFlags,
  Authorization,
  Balances,
  Chain,
  Deposits,
  EarlierUse,
  EarlierUseRequest,
  EndedSubmission,
  Gas,
  NetworkFee,
  Observation,
  Payouts,
  PayoutsRequest,
  PrecheckFailure,
  Quote,
  QuoteRequest,
  Submission,
} from '../chain';
import type { ChainWallets } from '../chain-wallets';
import type { Signer } from '../signer/signer';
import { AccountReader } from './accounts/account-reader';
import type { DepositsAsked } from './accounts/account-reader';
import { readPayouts } from './accounts/payouts';
import { Blocklist } from './accounts/blocklist';
import { PayerWatch } from './accounts/payer-watch';
import { BlocksByTime } from './blocks-by-time';
import type { ChainLog } from '../chain-log';
import type { LastSent } from '../last-sent';
import { Delegations } from './accounts/delegations';
import { ChainStatusReader, canSend, costOfTransfer, reasonAgainst, reasonAgainstPayer } from './chain-status';
import { capFees, feeInUnits, replacementFees } from './fees';
import { FinalReads } from './final-reads';
import type { GasFigures } from './gas-figures';
import { GasFiguresReader, TRANSACTION_GAS_MAX, fitting, transferGas } from './gas-figures';
import { LatestReads } from './latest-reads';
import { LogReader } from './log-reader';
import type { EvmNetwork } from './network';
import { checkOneSubmission } from '../one-submission';
import type { RpcError } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { probeRanges } from './probe-ranges';
import { RelayerNonces } from './relayer-nonces';
import { StuckSubmissions } from './stuck-submissions';
import { readTransaction, signTransfers, signWithFees } from './transaction';
import { transferCall } from './transfer';
import { readFees } from './observation/fee-reader';
import { EarlierUses } from './observation/earlier-uses';
import { TransferObserver } from './observation/transfer-observer';
import { UseFinder } from './observation/use-finder';
import { WALLET_CONTRACTS } from './wallets/contracts';
import type { WalletPayment } from './wallets/calls';
import { EvmWallets } from './wallets/evm-wallets';
import type { EvmWalletsParts } from './wallets/evm-wallets';
import { WalletPayments, isOfWallet } from './wallets/wallet-payments';

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
  readonly #options: EvmChainOptions;
  readonly #relayers: ReadonlyMap<string, Signer>;
  readonly #status: ChainStatusReader;
  readonly #figures: GasFiguresReader;
  readonly #payerWatch: PayerWatch;
  readonly #blocklist: Blocklist;
  readonly #observer: TransferObserver;
  readonly #accounts: AccountReader;
  readonly #final: FinalReads;
  readonly #wallets: EvmWallets | null;
  readonly #walletPayments: WalletPayments;
  readonly #nonces: RelayerNonces;
  readonly #stuck: StuckSubmissions;
  readonly #earlierUses: EarlierUses;
  readonly #logs = new LogReader();
  readonly #blocks = new BlocksByTime();
  #turn = 0;

  constructor(options: EvmChainOptions) {
    const { network, pool, relayers, treasury, log, now } = options;
    const [first] = relayers;
    if (first === undefined) throw new Error(`${network.chain} has no relayer`);
    this.#options = options;
    this.#relayers = new Map(relayers.map((relayer) => [relayer.address, relayer]));
    const senders = [...this.#relayers.keys()];
    this.#figures = new GasFiguresReader({ ...options, from: first.address });
    const accounts = [treasury.address, ...senders];
    this.#status = new ChainStatusReader({
      ...{ pool, network, relayers: senders, treasury: treasury.address, now },
      figures: this.#figures,
      delegations: new Delegations({ pool, chain: network.chain, accounts, log, now }),
    });
    this.#payerWatch = new PayerWatch({ chain: network.chain, treasury: treasury.address, log });
    const final = new FinalReads(pool, network, now);
    this.#final = final;
    const latest = new LatestReads(pool, network);
    this.#blocklist = new Blocklist(latest, network);
    const uses = new UseFinder({ multicall: network.multicall, logs: this.#logs, blocks: this.#blocks });
    this.#observer = new TransferObserver({ pool, network, treasury: treasury.address, log, uses });
    this.#accounts = new AccountReader({ final, network, logs: this.#logs });
    this.#nonces = new RelayerNonces(pool, now);
    this.#stuck = new StuckSubmissions(network.pace.stuckMs);
    this.#earlierUses = new EarlierUses({ pool, network, treasury: treasury.address, final, latest, uses });
    const { wallets, validityMs } = options;
    this.#wallets = wallets === null ? null : new EvmWallets({ ...wallets, network, pool, final, latest, validityMs });
    this.#walletPayments = new WalletPayments({ network, wallets: this.#wallets });
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

  async quote({ currency, candidates }: QuoteRequest): Promise<readonly Quote[]> {
    const { network, treasury, etherPrice, maxFeePerGas, now, log } = this.#options;
    if (!candidates.includes(network.chain)) return candidates.map((chain) => down(chain, 'not configured'));
    const own = await this.#status.read().catch((error: unknown) => {
      log.warn({ chain: network.chain, error: String(error) }, 'cannot read the status of a chain');
      return null;
    });
    if (own !== null) this.#payerWatch.look(own);
    return candidates.map((chain) => {
      if (chain !== network.chain) return down(chain, 'not configured');
      if (own === null) return down(chain, 'no endpoint answers');
      const asked = { currency, treasury: treasury.address, maxFeePerGas, now: now() };
      const reason = reasonAgainst(own, asked);
      // As if it travelled alone: in company it costs less.
      const fee = toUnits(feeInUnits(costOfTransfer(own), etherPrice));
      const health = reason === null ? ({ status: 'up' } as const) : ({ status: 'down', reason } as const);
      return { chain, fee, settlementMs: network.settlementMs, health };
    });
  }

  /** Rejects the contracts that the service uses as recipients: money sent there could never be moved. */
  refusalOf({ to }: { readonly to: string }): Promise<string | null> {
    const { network, treasury } = this.#options;
    const is = (address: string): boolean => address.toLowerCase() === to.toLowerCase();
    if (is(treasury.address)) return Promise.resolve('it is the treasury that pays');
    const contracts = this.#wallets === null ? [] : WALLET_CONTRACTS.map(({ address }) => address);
    const isContract = [...Object.values(network.tokens), network.multicall, ...contracts].some(is);
    return Promise.resolve(isContract ? 'it is a contract that nobody can take money out of' : null);
  }

  /** Relayers take turns; those that were last seen without gas are left out, as long as another has some. */
  authorize({ at }: { readonly chain: ChainName; readonly at: number }): { sender: string; validUntil: number } {
    const all = [...this.#relayers.keys()];
    const status = this.#status.known;
    const funded = status === undefined ? all : all.filter((sender) => canSend(status, sender));
    const senders = funded.length > 0 ? funded : all;
    this.#turn += 1;
    const sender = senders[this.#turn % senders.length];
    if (sender === undefined) throw new Error('there is no relayer');
    return { sender, validUntil: at + this.#options.validityMs };
  }

  capacity(authorizations: readonly Authorization[]): number {
    const figures = this.#figures.known;
    return fitting(this.#walletPayments.gasOf(authorizations, figures), figures);
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

  async assemble(
    authorizations: readonly Authorization[],
    liveNonces: () => Promise<readonly number[]>,
  ): Promise<Submission> {
    const { network, treasury, domains, maxFeePerGas } = this.#options;
    const sender = this.#senderOf(authorizations);
    const [nonce, { fees, figures }] = await Promise.all([
      this.#nonces.next(sender.address, liveNonces),
      this.#status.read(),
    ]);
    // Checked only now: signing blocks the process for so long that answers would seem late.
    const ofWallets = await this.#walletPayments.calls(authorizations.filter(isOfWallet), figures);
    const calls = await Promise.all(
      authorizations.map(
        async (authorization) =>
          ofWallets.get(authorization.id) ?? [
            {
              target: network.tokens[authorization.currency],
              data: await transferCall(authorization, treasury, domains[authorization.currency]),
              gas: transferGas(figures, authorization.memo),
            },
          ],
      ),
    );
    const { chainId, multicall } = network;
    const signed = await signTransfers(calls.flat(), sender, {
      chainId,
      nonce,
      multicall,
      fees: capFees(fees, maxFeePerGas),
      baseGas: figures.base,
    });
    return { ...signed, nonce, authorizations: authorizations.map(({ id }) => id) };
  }

  /** Goes to every endpoint; one that took it, or has it already, is enough. */
  async broadcast({ bytes }: Submission): Promise<void> {
    await this.#options.pool.tell(async (endpoint) => {
      const [answer] = await endpoint.batch([{ method: 'eth_sendRawTransaction', params: [bytes] }]);
      if (answer?.ok === false && !isKnownAlready(answer.error)) throw answer.error;
    });
  }

  async observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]> {
    const carried = new Set(submission.authorizations);
    const stranger = authorizations.find(({ id }) => !carried.has(id));
    if (stranger !== undefined) {
      throw new Error(`submission ${submission.hash} does not carry authorization ${stranger.id}`);
    }
    const seen = await this.#observer.observe(submission, authorizations, now);
    return Promise.all(
      seen.map(async (observation, index) => {
        const of = authorizations[index];
        return of === undefined ? observation : this.#seenOf(of, submission, observation, now);
      }),
    );
  }

  async replacement(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<Submission | null> {
    const { network, maxFeePerGas, log } = this.#options;
    const { nonce, fees, gas: before } = readTransaction(submission.bytes);
    const sender = this.#senderOf(authorizations);
    // One that waits for another before it is not stuck itself.
    if ((await this.#nonces.used(sender.address)) !== nonce) {
      this.#stuck.forget(submission.hash);
      return null;
    }
    if (!this.#stuck.isStuck(submission.hash, now)) return null;

    const status = await this.#status.read();
    const gas = this.#replacementGas(authorizations, status.figures, before);
    // Not because it offers too little: the same bytes go through once there is what they offer.
    if ((status.gas.get(sender.address) ?? 0n) < gas * fees.maxFeePerGas) {
      const waiting = { sender: sender.address, payments: authorizations.length };
      log.error({ chain: network.chain, ...waiting }, 'payments wait until their relayer is topped up');
      return null;
    }
    const raised = replacementFees(fees, status.fees, maxFeePerGas);
    if (raised === null) return null;
    this.#stuck.forget(submission.hash);
    return { ...submission, ...(await signWithFees(submission.bytes, { fees: raised, gas }, sender)), nonce };
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

  deposits(request: DepositsAsked): Promise<Deposits> {
    return this.#accounts.deposits(request);
  }

  setAside(request: Parameters<NonNullable<Chain['setAside']>>[0]): ReturnType<AccountReader['setAside']> {
    return this.#accounts.setAside(request);
  }

  payouts(request: PayoutsRequest): Promise<Payouts> {
    const { network } = this.#options;
    const relayers = [...this.#relayers.keys()];
    return readPayouts({ final: this.#final, logs: this.#logs, blocks: this.#blocks, network, relayers }, request);
  }

  fees(submission: EndedSubmission): Promise<readonly NetworkFee[] | null> {
    return readFees(this.#options.pool, submission);
  }

  flags({ address }: { readonly address: string }): Promise<AddressFlags> {
    return this.#accounts.flags(address);
  }

  async gas(): Promise<readonly Gas[]> {
    const status = await this.#status.read();
    const price = costOfTransfer(status);
    return [...status.gas].map(([sender, wei]) => ({ sender, transfers: Number(wei / price) }));
  }

  lastSent(): Promise<readonly LastSent[]> {
    return this.#nonces.last([...this.#relayers.keys()]);
  }

  wallets(): ChainWallets | null {
    return this.#wallets;
  }

  #tellOfBlocked({ currency, payer: { wallet } }: WalletPayment): void {
    const blocked = { chain: this.#options.network.chain, currency, wallet: wallet.address };
    this.#options.log.error(blocked, "a wallet is on a token's blocklist: its payments fail. Ask the token's issuer");
  }

  /** At least what it may use so far; more where the chain's rules have changed since. */
  #replacementGas(authorizations: readonly Authorization[], figures: GasFigures, before: bigint): bigint {
    const needed = this.#walletPayments.gasOf(authorizations, figures).reduce((sum, each) => sum + each, figures.base);
    const bounded = needed < TRANSACTION_GAS_MAX ? needed : TRANSACTION_GAS_MAX;
    return bounded > before ? bounded : before;
  }

  /** @throws Error for what cannot be one submission */
  #senderOf(authorizations: readonly Authorization[]): Signer {
    const first = checkOneSubmission(authorizations);
    const { chain } = this.#options.network;
    const sender = this.#relayers.get(first.sender);
    if (first.chain !== chain || sender === undefined) {
      throw new Error(`${first.sender} on ${first.chain} is no relayer of ${chain}`);
    }
    return sender;
  }

  /** What is seen of a payment: a transfer that uses its nonce may be another than the one that was signed here. */
  async #seenOf(
    payment: Authorization,
    { hash }: Submission,
    observation: Observation,
    now: number,
  ): Promise<Observation> {
    switch (observation.state) {
      case 'reverted':
        return isOfWallet(payment) ? this.#walletPayments.explain(payment, observation, now) : observation;
      case 'included':
      case 'confirmed':
      case 'final': {
        // Owners may have signed another one, or a payment of which there is no record any more was another one.
        const mayBeAnother =
          (payment.payer?.approval ?? null) !== null || (payment.onchainId !== undefined && observation.hash !== hash);
        if (!mayBeAnother) return observation;
        const isMade = await this.#observer.isMade(payment, observation.hash);
        if (isMade === true) return observation;
        if (isMade === undefined) return { state: 'unknown', isDisputed: true };
        // Its nonce is used up for another transfer.
        return observation.state === 'final' ? { state: 'expired' } : { state: 'unknown' };
      }
      case 'unknown':
      case 'expired':
        return observation;
    }
  }
}

function down(chain: ChainName, reason: string): Quote {
  return { chain, fee: '0', settlementMs: 0, health: { status: 'down', reason } };
}

function isKnownAlready({ reason }: RpcError): boolean {
  return KNOWN_ALREADY.test(reason);
}
