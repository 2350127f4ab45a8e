/** What was compared, with what the service claims and what the chain says. */
export interface Check {
  readonly check: string;
  readonly claimed: string;
  readonly found: string;
  readonly ok: boolean;
}

/** A payment as the service tells of it. */
export interface Claim {
  readonly paymentId: string;
  /** Its id on chain; null: it follows from the payment's id. */
  readonly onchainId: string | null;
  readonly chain: string;
  readonly txHash: string;
  readonly to: string;
  /** In millionths of the currency. */
  readonly units: bigint;
  readonly currency: string;
  /** The address of the wallet that pays; null: the treasury. */
  readonly wallet: string | null;
}

/** What the user has chosen. */
export interface VerifyOptions {
  /** The contract or mint of the currency; undefined: the known one of the network. */
  readonly token: string | undefined;
  readonly confirmationsMin: number;
}

const DECIMALS = 6;

export function compare(check: string, claimed: string, found: string | undefined): Check {
  return { check, claimed, found: found ?? 'nothing', ok: claimed === found };
}

/** `"12.5"` is 12,500,000. */
export function unitsOf(amount: string): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  return BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`);
}

export function amountOf(units: bigint): string {
  const text = units.toString().padStart(DECIMALS + 1, '0');
  const fraction = text.slice(-DECIMALS).replace(/0{1,4}$/, '');
  return `${text.slice(0, -DECIMALS)}.${fraction}`;
}
