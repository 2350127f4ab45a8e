import type { PrecheckFailure, Quote } from '@stablecoin/chains';
import type { PaymentOrder, QueryMap, Simulation, SimulationCandidate, Tenant } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { CHAIN_NAMES, currencyKey, familyOf, formatAmount, parseAmount } from '@stablecoin/money';
import type { ChainName } from '@stablecoin/money';
import type { Queries } from '@stablecoin/queries';
import { rankCandidates } from '../domain/routing';
import type { Candidate } from '../domain/routing';
import type { ChainQuotes } from './chain-quotes';

/** What a payment could draw on, per chain, in minor units. */
type Balances = ReadonlyMap<ChainName, bigint>;

/** Says what would become of a payment on every chain, now. Moves nothing, and promises nothing. */
export class PaymentSimulation {
  readonly #quotes: ChainQuotes;
  readonly #queries: Queries<QueryMap>;
  readonly #clock: Clock;

  constructor(parts: { readonly quotes: ChainQuotes; readonly queries: Queries<QueryMap>; readonly clock: Clock }) {
    this.#quotes = parts.quotes;
    this.#queries = parts.queries;
    this.#clock = parts.clock;
  }

  /** The chains that may carry the payment in the order of routing, then the others; chosen is the first that can. */
  async run({ order, ...tenant }: Tenant & { readonly order: PaymentOrder }): Promise<Simulation> {
    const others = CHAIN_NAMES.filter((chain) => !order.candidates.includes(chain));
    const [quotes, otherQuotes, balances] = await Promise.all([
      this.#quotes.quote(tenant.livemode, order),
      this.#quotes.quote(tenant.livemode, { ...order, candidates: others }),
      this.#balances(tenant, order),
    ]);
    const ranked = rankCandidates(quotes).map((candidate) => this.#judge(tenant, order, candidate, balances));
    const candidates = await Promise.all(ranked);
    const excluded = otherQuotes.map((quote) => exclude(order, quote, balances));
    const chosen = candidates.find(({ verdict }) => verdict === 'ok')?.chain ?? null;
    return { candidates: [...candidates, ...excluded], chosen };
  }

  async #judge(
    { livemode }: Tenant,
    order: PaymentOrder,
    { chain, verdict, reason, fee, settlementMs }: Candidate,
    balances: Balances,
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
    const failure = await this.#precheck(livemode, order, chain);
    if (failure !== null)
      return { ...found, verdict: failure, reason: 'The transfer would be refused before it is sent.' };
    return { ...found, verdict: 'ok', reason: 'The payment can be made on this chain.' };
  }

  /** A chain that gives no answer now could not be paid on now. */
  async #precheck(livemode: boolean, order: PaymentOrder, chain: ChainName): Promise<PrecheckFailure | null> {
    const now = this.#clock.now();
    const adapter = this.#quotes.chain(livemode);
    const { paymentId: id, to, amount, currency, memo } = order;
    const authorization = { id, chain, to, amount, currency, memo, authorizedAt: now };
    try {
      return await adapter.precheck({ ...authorization, ...adapter.authorize({ chain, at: now }) }, now);
    } catch {
      return 'chain_unavailable';
    }
  }

  async #balances({ account, livemode }: Tenant, { from, currency }: PaymentOrder): Promise<Balances> {
    const key = currencyKey(currency);
    if (from !== null) {
      const wallet = await this.#queries.ask('wallet.get', { account, livemode, id: from });
      return wallet === null ? new Map() : new Map([[wallet.chain, minorUnits(wallet.balances[key])]]);
    }
    const { available } = await this.#queries.ask('treasury.balance', { account, livemode });
    return new Map(CHAIN_NAMES.map((chain) => [chain, minorUnits(available[chain][key])]));
  }
}

/** A chain that this payment cannot take, whatever its state. */
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

function minorUnits(amount: string): bigint {
  return parseAmount(amount) ?? 0n;
}
