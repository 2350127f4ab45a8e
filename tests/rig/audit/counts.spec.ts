import type { JournalEntry } from '@stablecoin/chains';
import type { Payment } from '@stablecoin/contracts';
import { Witness } from '../load/witness';
import { doubledIn, doubledKeys, lostIn } from './counts';
import type { ServiceAtRest } from './service-at-rest';

const paymentOf = (id: string, key: string) => ({ id, idempotency_key: key }) as Payment;
const PAYMENTS = [paymentOf('pay_1', 'a'), paymentOf('pay_2', 'b')];
const transferOf = (authorization: string, hash: string) => ({ authorization, hash }) as JournalEntry;
const JOURNAL = [transferOf('pay_1', '0x1'), transferOf('pay_1', '0x1'), transferOf('pay_2', '0x2')];

function left(
  payments: readonly Payment[],
  journal: readonly JournalEntry[],
  answered: readonly string[],
): ServiceAtRest {
  const witness = new Witness();
  for (const id of answered) witness.unkeyed.add(id);
  const accounts = [{ witness, rest: { payments } }] as unknown as ServiceAtRest['accounts'];
  return { accounts, journal } as ServiceAtRest;
}

it('finds nothing where each key has its payment, and each payment its transfer', () => {
  const service = left(PAYMENTS, JOURNAL, ['pay_1', 'pay_2']);
  expect([lostIn(service), doubledIn(service), doubledKeys(PAYMENTS)]).toEqual([0, 0, 0]);
});

it('finds an answered payment that is not there', () => {
  expect(lostIn(left(PAYMENTS, JOURNAL, ['pay_1', 'pay_2', 'pay_3']))).toBe(1);
});

it('finds a key with two payments', () => {
  const twice = [...PAYMENTS, paymentOf('pay_3', 'a')];
  expect([doubledKeys(twice), doubledIn(left(twice, JOURNAL, []))]).toEqual([1, 1]);
});

it('finds a payment with two transfers', () => {
  expect(doubledIn(left(PAYMENTS, [...JOURNAL, transferOf('pay_2', '0x3')], []))).toBe(1);
});
