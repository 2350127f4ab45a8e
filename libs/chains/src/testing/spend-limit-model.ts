/** What the module may be asked. Times are in seconds; addresses and nonces are whatever can be told apart. */
export interface ModelPayment {
  readonly token: string;
  readonly value: bigint;
  readonly validBefore: number;
  readonly nonce: string;
  readonly signer: string;
}

export type Refusal =
  'Expired' | 'UsedOrCanceled' | 'TokenNotAllowed' | 'InvalidSignature' | 'LimitExceeded' | 'TransferFailed';

const DAY = 86_400;

/** What SpendLimitModule does for one Safe, in a few lines of another language. */
export class SpendLimitModel {
  readonly used = new Set<string>();
  readonly allowed: Set<string>;
  spent = 0n;
  windowStart = 0;

  constructor(
    public spender: string | null,
    public limit: bigint,
    tokens: readonly string[],
    readonly held: Map<string, bigint>,
  ) {
    this.allowed = new Set(tokens);
  }

  /** @returns null where it is paid */
  pay({ token, value, validBefore, nonce, signer }: ModelPayment, now: number): Refusal | null {
    if (now >= validBefore) return 'Expired';
    if (this.used.has(nonce)) return 'UsedOrCanceled';
    if (!this.allowed.has(token)) return 'TokenNotAllowed';
    if (signer !== this.spender) return 'InvalidSignature';
    const isOver = now >= this.windowStart + DAY;
    const spent = (isOver ? 0n : this.spent) + value;
    if (spent > this.limit) return 'LimitExceeded';
    const held = this.held.get(token) ?? 0n;
    if (value > held) return 'TransferFailed';
    this.held.set(token, held - value);
    this.spent = spent;
    if (isOver) this.windowStart = now;
    this.used.add(nonce);
    return null;
  }

  cancel(nonce: string): Refusal | null {
    if (this.used.has(nonce)) return 'UsedOrCanceled';
    this.used.add(nonce);
    return null;
  }
}
