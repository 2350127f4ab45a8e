import { parseAmount } from '@stablecoin/contracts';
import type { Payment } from '@stablecoin/contracts';
import type { AuditedAccount, ServiceAtRest } from '../service-at-rest';
import type { Order } from '../../load/orders';

/** Something that must hold of an account, whatever happened to the service. Throws what does not. */
export type AccountCheck = (account: AuditedAccount, service: ServiceAtRest) => void;

/** The same of the service as a whole. */
export type ServiceCheck = (service: ServiceAtRest) => void;

/** By what they say. */
export type Checks<Check> = Readonly<Record<string, Check>>;

/** Signed minor units of a decimal string. */
export function units(amount: string): bigint {
  const absolute = parseAmount(amount.replace('-', ''));
  if (absolute === undefined) throw new Error(`not an amount: ${amount}`);
  return amount.startsWith('-') ? -absolute : absolute;
}

export function sum(amounts: readonly unknown[]): bigint {
  return amounts.reduce<bigint>((total, one) => total + units(String(one)), 0n);
}

export function ordersOf({ witness }: AuditedAccount, path: Order['path']): readonly Order[] {
  return witness.orders.filter((order) => order.path === path);
}

/** @param from - the wallet that paid; null: the treasury */
export function settledFrom({ rest }: AuditedAccount, from: string | null): readonly Payment[] {
  return rest.payments.filter((payment) => payment.status === 'settled' && payment.from === from);
}
