/** What every signature costs, in lamports. */
const SIGNATURE_LAMPORTS = 5_000n;
/** Signatures of a transaction: the fee payer's and the treasury's. */
const SIGNATURES = 2n;
const MICRO_LAMPORTS = 1_000_000n;
const LAMPORTS_PER_SOL = 1_000_000_000n;
const PERCENTILE = 75;

/**
 * What to offer for a compute unit, in millionths of a lamport: more than most have paid lately for writing to the
 * same accounts, and never more than may be spent.
 *
 * @param recent - what was paid in each of the latest blocks
 */
export function priorityPrice(recent: readonly number[], most: bigint): bigint {
  const paid = [...recent].sort((one, other) => one - other);
  const suggested = BigInt(paid[Math.floor(((paid.length - 1) * PERCENTILE) / 100)] ?? 0);
  return suggested < most ? suggested : most;
}

/** What a transaction costs at most, in lamports, rounded up. */
export function transactionLamports(units: number, price: bigint): bigint {
  return SIGNATURES * SIGNATURE_LAMPORTS + (BigInt(units) * price + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
}

/**
 * Lamports in minor units of the payment's currency, rounded up.
 *
 * @param solPrice - of one SOL, in minor units
 */
export function lamportsInUnits(lamports: bigint, solPrice: bigint): bigint {
  return (lamports * solPrice + LAMPORTS_PER_SOL - 1n) / LAMPORTS_PER_SOL;
}
