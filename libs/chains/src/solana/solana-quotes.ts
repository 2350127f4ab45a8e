import { toUnits } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import { quoteOf } from '../quotes';
import type { Quote } from '../quotes';
import type { Recipient, RecipientReader } from './accounts/recipients';
import { reasonAgainst } from './chain-status';
import type { ChainStatus, ChainStatusReader } from './chain-status';
import { lamportsInUnits, transactionLamports } from './fees';
import type { ComputeUnits } from './submission/compute-units';

export interface SolanaQuotesParts {
  readonly recipients: RecipientReader;
  readonly status: ChainStatusReader;
  readonly units: ComputeUnits;
  /** Price of one SOL, in minor units of either currency. */
  readonly solPrice: bigint;
  readonly now: () => number;
}

/** Until a block is final. */
const SETTLEMENT_MS = 500;

/** What a payment to an address would cost, and whether it could be made now. */
export class SolanaQuotes {
  readonly #parts: SolanaQuotesParts;

  constructor(parts: SolanaQuotesParts) {
    this.#parts = parts;
  }

  /** @throws Error when no endpoint answers */
  async quote(to: string, currency: Currency): Promise<Quote> {
    const { solPrice, now, status: statuses, recipients } = this.#parts;
    const [status, recipient] = await Promise.all([statuses.read(), recipients.look(to, currency)]);
    const reason = reasonAgainstPayment(status, recipient, currency, now());
    const fee = toUnits(lamportsInUnits(this.#lamportsFor(recipient, status), solPrice));
    return quoteOf({ chain: 'solana', fee, settlementMs: SETTLEMENT_MS, reason });
  }

  /** As if it travelled alone: in company it costs less. A memo, which a quote does not know, would cost little. */
  #lamportsFor({ creationFor }: Pick<Recipient, 'creationFor'>, { price, accountRent }: ChainStatus): bigint {
    const rent = creationFor === null ? 0n : accountRent;
    return rent + transactionLamports(this.#parts.units.expected({ memo: null, creationFor }), price);
  }
}

export function frozenPayer(currency: Currency): string {
  return `the issuer of ${currency} has frozen the treasury's account`;
}

/** Why an address can never be paid, in words; null when it may be. */
export function unpayable({ refusal }: Recipient): string | null {
  return refusal === null || refusal.isBlocked ? null : refusal.reason;
}

function reasonAgainstPayment(
  status: ChainStatus,
  recipient: Recipient,
  currency: Currency,
  now: number,
): string | null {
  if (recipient.isPayerFrozen) return frozenPayer(currency);
  const refusal = unpayable(recipient);
  return refusal === null ? reasonAgainst(status, now) : `the recipient cannot take it: ${refusal}`;
}
