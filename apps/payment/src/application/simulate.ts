import type { PrecheckFailure, Quote } from '@stablecoin/chains';
import type {
  OnchainWallet,
  PaymentOrder,
  QueryMap,
  Simulation,
  SimulationCandidate,
  Tenant,
  ChainName,
} from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { CHAIN_NAMES, currencyKey, familyOf, formatAmount } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import { decide, type Ruling } from '../domain/ruling';
import { rankCandidates } from '../domain/routing';
import type { Candidate } from '../domain/routing';
import type { ChainQuotes } from './chain-quotes';
import { minorUnits, onchainOf } from './onchain-wallet';
import type { RulesInForce } from './rules-in-force';
import { rulesExplained } from '../domain/rules-resource';

/** What a payment could draw on, per chain, in minor units. */
type Balances = ReadonlyMap<ChainName, bigint>;

/** The wallet that would pay. */
interface WalletPayer {
  readonly balances: Balances;
  /** It would wait for its approvers. */
  readonly isOverLimit: boolean;
  readonly onchain: OnchainWallet | null;
}

/** Says what would become of a payment on every chain, now. Moves nothing, and promises nothing. */
export class PaymentSimulation {
  readonly #quotes: ChainQuotes;
  readonly #queries: Queries<QueryMap>;
  readonly #rules: Pick<RulesInForce, 'at'>;
  readonly #clock: Clock;

  constructor(parts: {
    readonly quotes: ChainQuotes;
    readonly queries: Queries<QueryMap>;
    readonly rules: Pick<RulesInForce, 'at'>;
    readonly clock: Clock;
  }) {
    this.#quotes = parts.quotes;
    this.#queries = parts.queries;
    this.#rules = parts.rules;
    this.#clock = parts.clock;
  }

  /** The chains that may carry the payment in the order of routing, then the others; chosen is the first that can. */
  async run({ order, ...tenant }: Tenant & { readonly order: PaymentOrder }): Promise<Simulation> {
    const others = CHAIN_NAMES.filter((chain) => !order.candidates.includes(chain));
    const payer = await this.#payer(tenant, order);
    const at = this.#clock.now();
    const [rules, quotes, otherQuotes, balances] = await Promise.all([
      this.#rules.at(tenant, at),
      this.#quotes.quote(tenant.livemode, order),
      this.#quotes.quote(tenant.livemode, { ...order, candidates: others }),
      payer === null ? this.#treasuryBalances(tenant, order) : payer.balances,
    ]);
    const ranked = rankCandidates(quotes).map((candidate) => this.#judge(tenant, order, candidate, balances, payer));
    const ruling = rules === undefined ? null : decide(rules, { ...order, at });
    const candidates = (await Promise.all(ranked)).map((candidate) => underRules(candidate, ruling));
    const excluded = otherQuotes.map((quote) => exclude(order, quote, balances));
    const chosen = candidates.find(({ verdict }) => verdict === 'ok')?.chain ?? null;
    return { candidates: [...candidates, ...excluded], chosen, rules: ruling === null ? null : rulesExplained(ruling) };
  }

  async #judge(
    { livemode }: Tenant,
    order: PaymentOrder,
    { chain, verdict, reason, fee, settlementMs }: Candidate,
    balances: Balances,
    payer: WalletPayer | null,
  ): Promise<SimulationCandidate> {
    const balance = balances.get(chain) ?? 0n;
    const found = {
      chain,
      fee: formatAmount(BigInt(fee)),
      settlement_ms: settlementMs,
      balance: formatAmount(balance),
    };
    if (verdict !== 'ok') return { ...found, verdict, reason };
    if (balance < BigInt(order.amount)) {
      return { ...found, verdict: 'insufficient_balance', reason: 'The balance on this chain is too low.' };
    }
    // What owners have not signed yet cannot be tried on the chain.
    if (payer?.isOverLimit === true && payer.onchain?.type === 'spl_multisig') {
      return { ...found, verdict: 'spend_limit_onchain', reason: 'A wallet on Solana pays within its limit only.' };
    }
    const isTried = payer === null || payer.onchain === null || !payer.isOverLimit;
    const failure = isTried ? await this.#precheck(livemode, order, chain, payer?.onchain ?? null) : null;
    if (failure !== null)
      return { ...found, verdict: failure, reason: 'The transfer would be refused before it is sent.' };
    const waits = payer === null ? order.policy?.treasuryApproval === true : payer.isOverLimit;
    const way = waits ? 'It waits for an approval first.' : 'The payment can be made on this chain.';
    return { ...found, verdict: 'ok', reason: way };
  }

  /** A chain that gives no answer now could not be paid on now. */
  async #precheck(
    livemode: boolean,
    order: PaymentOrder,
    chain: ChainName,
    wallet: OnchainWallet | null,
  ): Promise<PrecheckFailure | null> {
    const now = this.#clock.now();
    const { paymentId: id, to, amount, currency, memo } = order;
    const paidBy = wallet === null ? {} : { payer: { wallet, approval: null } };
    const authorization = { id, chain, to, amount, currency, memo, authorizedAt: now, ...paidBy };
    try {
      const adapter = this.#quotes.router(livemode).on(chain);
      return await adapter.precheck({ ...authorization, ...adapter.authorize({ chain, at: now }) }, now);
    } catch {
      return 'chain_unavailable';
    }
  }

  /** The wallet that pays, with what counts of it; null: the treasury does. */
  async #payer({ account, livemode }: Tenant, { from, amount, currency }: PaymentOrder): Promise<WalletPayer | null> {
    if (from === null) return null;
    const wallet = await this.#queries.ask('wallet.get', { account, livemode, id: from });
    if (wallet === null) return { balances: new Map(), isOverLimit: false, onchain: null };
    const { spend_limit: limit, spent_24h: spent } = wallet;
    return {
      balances: new Map([[wallet.chain, minorUnits(wallet.balances[currencyKey(currency)])]]),
      isOverLimit: limit !== null && minorUnits(spent) + BigInt(amount) > minorUnits(limit),
      onchain: onchainOf(wallet),
    };
  }

  async #treasuryBalances(tenant: Tenant, { currency }: PaymentOrder): Promise<Balances> {
    const { available } = await this.#queries.ask('treasury.balance', tenant);
    return new Map(CHAIN_NAMES.map((chain) => [chain, minorUnits(available[chain][currencyKey(currency)])]));
  }
}

/** A candidate that this payment can never use, whatever the state of the chain. */
function exclude(order: PaymentOrder, { chain, fee, settlementMs }: Quote, balances: Balances): SimulationCandidate {
  const sameFamily = order.candidates.some((candidate) => familyOf(candidate) === familyOf(chain));
  return {
    chain,
    verdict: 'chain_unavailable',
    reason: sameFamily
      ? 'The payment is bound to another chain.'
      : 'The recipient has an address of another kind of chain.',
    fee: formatAmount(BigInt(fee)),
    settlement_ms: settlementMs,
    balance: formatAmount(balances.get(chain) ?? 0n),
  };
}

/** What the rules deny is made on no chain. */
function underRules(candidate: SimulationCandidate, ruling: Ruling | null): SimulationCandidate {
  if (ruling === null || ruling.denied === null) return candidate;
  return { ...candidate, verdict: 'rule_denied', reason: ruling.denied };
}
