import { CURRENCIES } from '@stablecoin/contracts';
import type { ChainName } from '@stablecoin/contracts';
import type { Balances, ChainAddresses, Deposits, SetAsideAnswer, SetAsideRequest } from '../accounts';
import type { Chain } from '../chain';
import type { ChainHistory, EarlierUse, EarlierUseRequest, MadeTransfer } from '../past-transfers';
import type { Quote, QuoteRequest } from '../quotes';
import type { Authorization, Observation, PrecheckFailure, Submission } from '../transfers';
import { BLOCK_MS, sandboxOutcome, observationAt, phasesOf } from './sandbox-outcome';
import type { Journal } from './journal';
import { decodeTransaction, encodeTransaction } from './transaction';
import type { ChainCosts } from '../costs';
import type { ChainWallets } from '../chain-wallets';

export interface SimulatedChainOptions {
  /** How long an ordinary transfer takes from its authorization to finality, in milliseconds. */
  readonly settlementMs: number;
  /** How long an authorization is valid, in milliseconds. */
  readonly validityMs: number;
  /** Where broadcasts are written down, for tests. */
  readonly journal?: Journal;
}

/** A transfer that no payment of the sandbox makes. */
const NOBODYS_TRANSFER: MadeTransfer = { from: '', to: '', currency: 'USDC', amount: '1' };

/** Outcomes that are found before anything is sent. */
const PRECHECK_FAILURES = [
  'recipient_blocklisted',
  'insufficient_gas',
  'spend_limit_onchain',
  'wallet_policy_changed',
  'wallet_blocklisted',
] as const satisfies PrecheckFailure[];

/**
 * The sandbox's chains. No money moves: what becomes of a transfer is chosen by its amount (see {@link sandboxOutcome}).
 *
 * It keeps no ledger. What it says of a submission follows from the persisted authorizations and the time, so it says
 * the same after a restart and in every process. Two things follow that are unlike a real chain: an assembled
 * authorization takes its course whether it was broadcast or not (the journal tells them apart), and only one that
 * was chosen to expire ever does, so that a service that was down for a while still settles what it had authorized.
 */
export class SimulatedChain implements Chain {
  /** Typed as the port has them, so that a test may give a simulated chain some. */
  readonly addresses: ChainAddresses | null = null;
  readonly costs: ChainCosts | null = null;
  readonly history: ChainHistory | null = null;
  readonly wallets: ChainWallets | null = null;
  readonly #settlementMs: number;
  readonly #validityMs: number;
  readonly #journal: Journal | undefined;

  constructor({ settlementMs, validityMs, journal }: SimulatedChainOptions) {
    this.#settlementMs = settlementMs;
    this.#validityMs = validityMs;
    this.#journal = journal;
  }

  /** Costs nothing and takes a block's time. Down are the chains that the amount chose to be. */
  quote({ amount, candidates }: QuoteRequest): Promise<readonly Quote[]> {
    const outcome = sandboxOutcome(amount);
    const isDown = (index: number) =>
      outcome === 'all_chains_down' || (outcome === 'first_candidate_down' && index === 0);
    return Promise.resolve(
      candidates.map((chain, index) => ({
        chain,
        fee: '0',
        settlementMs: BLOCK_MS[chain],
        health: isDown(index)
          ? { status: 'down', reason: `${chain} is down, as the last four decimals of the amount ask for` }
          : { status: 'up' },
      })),
    );
  }

  authorize({ at }: { readonly chain: ChainName; readonly at: number }): { sender: string; validUntil: number } {
    return { sender: 'sandbox', validUntil: at + this.#validityMs };
  }

  /** Nothing, but for the amount that asks for another transfer. */
  earlierUse({ chain, amount, onchainId }: EarlierUseRequest): Promise<EarlierUse | null> {
    if (sandboxOutcome(amount) !== 'made_differently') return Promise.resolve(null);
    return Promise.resolve({
      state: 'final',
      chain,
      hash: typeof onchainId === 'string' ? onchainId : onchainId.hashOf,
      block: 0,
      at: 0,
      transfer: NOBODYS_TRANSFER,
    });
  }

  refusalOf(): Promise<string | null> {
    return Promise.resolve(null);
  }

  capacity(authorizations: readonly Authorization[]): number {
    return authorizations.length;
  }

  precheck({ amount }: Authorization): Promise<PrecheckFailure | null> {
    const outcome = sandboxOutcome(amount);
    return Promise.resolve(PRECHECK_FAILURES.find((failure) => failure === outcome) ?? null);
  }

  assemble(authorizations: readonly Authorization[]): Promise<Submission> {
    return Promise.resolve().then(() => encodeTransaction(authorizations));
  }

  /**
   * Writes the broadcast down, and changes nothing.
   *
   * @throws Error when the bytes are damaged, when the journal refuses them, and for an amount whose answer is to be
   * lost: every time, since nothing is remembered
   */
  broadcast(submission: Submission): Promise<void> {
    return Promise.resolve().then(() => {
      const carried = decodeTransaction(submission);
      this.#journal?.record(submission, carried);
      if (carried.some(({ amount }) => sandboxOutcome(amount) === 'answer_lost')) {
        throw new Error(`the answer to the broadcast of ${submission.hash} was lost, as an amount in it asks for`);
      }
    });
  }

  /** @throws Error for an authorization that the submission does not carry */
  observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]> {
    return Promise.resolve().then(() => {
      const carried = new Set(submission.authorizations);
      return authorizations.map((authorization) => {
        if (!carried.has(authorization.id)) {
          throw new Error(`submission ${submission.hash} does not carry authorization ${authorization.id}`);
        }
        return observationAt(phasesOf(authorization, this.#settlementMs), now, submission.hash);
      });
    });
  }

  /** Nothing ever gets stuck. */
  replacement(): Promise<Submission | null> {
    return Promise.resolve(null);
  }

  /** Until the next thing happens to one of them; 0 when everything has happened, so that a look finds it all. */
  pollAfterMs(authorizations: readonly Authorization[], now: number): number {
    const next = authorizations
      .flatMap((authorization) => phasesOf(authorization, this.#settlementMs))
      .reduce((earliest, { from }) => (from > now && from < earliest ? from : earliest), Infinity);
    return next === Infinity ? 0 : next - now;
  }

  /** Nobody but the service can look at a simulated transaction. */
  explorerUrl(): null {
    return null;
  }

  /** The simulated chain has no balances: sandbox money exists only in the books of the accounts. */
  balances({ addresses }: { readonly addresses: readonly string[] }): Promise<Balances> {
    const balances = addresses.flatMap((address) =>
      CURRENCIES.map((currency) => ({ address, currency, amount: '0' as const })),
    );
    return Promise.resolve({ cursor: '0', at: 0, balances });
  }

  /** And nothing comes in. */
  deposits({ after }: { readonly after: string }): Promise<Deposits> {
    return Promise.resolve({ deposits: [], cursor: after, more: false });
  }

  setAside({ transactions }: SetAsideRequest): Promise<SetAsideAnswer> {
    return Promise.resolve({ deposits: [], setAside: transactions });
  }
}
