import { formatAmount } from '@stablecoin/contracts';
import { idOf, TIME } from '../../../e2e/support/payments';
import { hasValidSignature } from '../../../e2e/support/webhook-sink';
import type { AuditedAccount } from '../service-at-rest';
import { ordersOf, units, type AccountCheck, type Checks } from './check';

/** Types of events that say what a payment waits for: each is told once at most, before the terminal one. */
const WAITS = new Set(['payment.in_review', 'payment.awaiting_approval']);

/** What receivers were told. */
export const WEBHOOKS: Checks<AccountCheck> = {
  'each payment has one terminal event, under one id and with the payment as it is': ({ rest }) => {
    for (const payment of rest.payments) {
      const typeOfFailure = payment.error_code === 'compliance_blocked' ? 'compliance_blocked' : 'failed';
      const type = `payment.${payment.error_code === null ? 'settled' : typeOfFailure}`;
      const event = {
        id: idOf('evt'),
        type,
        created_at: TIME,
        sequence: expect.any(Number) as unknown,
        livemode: false,
        data: payment,
      };
      const told = rest.events.filter(({ data }) => data['id'] === payment.id);
      expect(told.filter((one) => !WAITS.has(one.type))).toEqual([event]);
      const waits = told.filter((one) => WAITS.has(one.type)).map((one) => one.type);
      expect(waits).toEqual([...new Set(waits)]);
    }
  },

  'nothing is told of a payment that does not exist': ({ rest }) => {
    const known = new Set(rest.payments.map(({ id }) => id));
    const told = rest.events.filter(({ type }) => type.startsWith('payment.')).map(({ data }) => String(data['id']));
    expect(told.filter((id) => !known.has(id))).toEqual([]);
  },

  'each event was delivered, signed, and first in the order of its object, with one content under its id': (
    account,
  ) => {
    const { rest, sink, secret } = account;
    const events = new Map(rest.events.map((event) => [event.id, event]));
    const [seen, sequences] = [new Set<string>(), new Map<unknown, number>()];
    for (const delivery of sink.received) {
      const { id, sequence, data } = delivery.event;
      expect(hasValidSignature(delivery, secret)).toBe(true);
      expect(events.get(id)).toEqual(delivery.event);
      if (seen.has(id)) continue;
      seen.add(id);
      expect(sequence).toBeGreaterThanOrEqual(sequences.get(data['id']) ?? 0);
      sequences.set(data['id'], sequence);
    }
    const delivered = new Set(sink.accepted().map(({ event }) => event.id));
    expect([...delivered].sort()).toEqual(rest.events.map(({ id }) => id).sort());
  },

  'each deposit into the wallet raised one event': (account, { walletInput }) => {
    const funded = account.rest.events.filter(({ type }) => type === 'wallet.funded');
    const given = ordersOf(account, '/sandbox/faucet').filter(({ body }) => body['wallet'] === account.wallet);
    expect(funded.map(({ data }) => data['amount']).sort()).toEqual(
      [walletInput.usdc, ...given.map(({ body }) => formatAmount(units(String(body['amount']))))].sort(),
    );
    expect(new Set(funded.map(({ data }) => data['txHash'])).size).toBe(funded.length);
  },
};

/**
 * Deliveries of events that were sent again after a later one of their object. Receivers know them by their id. They come from an
 * instance that stood still, or on a connection that the receiver looked at late.
 */
export function lateRepetitions({ sink }: AuditedAccount): readonly string[] {
  const latest = new Map<unknown, number>();
  return sink.received.flatMap(({ event: { id, type, sequence, data }, at, status }) => {
    const before = latest.get(data['id']) ?? 0;
    latest.set(data['id'], Math.max(before, sequence));
    if (sequence >= before) return [];
    return [`${type} ${id}, ${sequence} after ${before}, at ${new Date(at).toISOString()}, answered ${status}`];
  });
}
