import { formatAmount, limitInWords } from '@stablecoin/contracts';
import type { Currency, PaymentPolicy, Units, WindowLimit } from '@stablecoin/contracts';
import type { PaymentWindows } from './payment-windows';
import type { Counts } from './reservation-state';

/** A payment whose funds are asked for. */
interface Limited {
  readonly amount: Units;
  readonly currency: Currency;
  readonly policy?: PaymentPolicy;
}

/** Why a payment is not made: it is above a limit over a time. */
export interface OverLimit {
  readonly code: 'rule_denied';
  readonly message: string;
}

/**
 * Whether a payment is above a limit that the rules of its account have set over a time.
 *
 * @returns undefined: it is not
 */
export function overLimit(payment: Limited, windows: PaymentWindows, at: number): OverLimit | undefined {
  const limits = payment.policy?.limits ?? [];
  const [any] = limits;
  if (any === undefined) return undefined;
  const time = windows.timeFor(at);
  if (windows.isFull(time)) {
    const full = `${named(any)} counts too many different payments to count one more. Nothing was paid: pay later.`;
    return { code: 'rule_denied', message: full };
  }
  const over = limits.find((limit) => isOver(limit, payment, windows, time));
  if (over === undefined) return undefined;
  const { sum, count } = windows.counted(over.counter, over.hours, time);
  const { amount, currency } = payment;
  const so =
    'max' in over
      ? `${formatAmount(sum)} ${currency} count already, and the payment is of ${formatAmount(BigInt(amount))} ${currency}`
      : `${count} count already`;
  const message = `${named(over)} limits ${limitInWords(over, currency)}: ${so}. Nothing was paid.`;
  return { code: 'rule_denied', message };
}

/** What counts the payment from now on; nothing: no limit does. */
export function countedBy({ policy }: Pick<Limited, 'policy'>, windows: PaymentWindows, at: number): Counts {
  const limits = policy?.limits ?? [];
  if (limits.length === 0) return {};
  return { counted: { at: windows.timeFor(at), windows: limits.map(({ counter, hours }) => ({ counter, hours })) } };
}

function isOver(limit: WindowLimit, { amount }: Limited, windows: PaymentWindows, at: number): boolean {
  const { sum, count } = windows.counted(limit.counter, limit.hours, at);
  return 'max' in limit ? sum + BigInt(amount) > BigInt(limit.max) : count + 1 > limit.maxPayments;
}

function named({ rule, version }: WindowLimit): string {
  return `The rule ${rule} of version ${version}`;
}
