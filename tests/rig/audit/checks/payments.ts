import { toUnits } from '@stablecoin/contracts';
import { paymentOf } from '../account-at-rest';
import type { ServiceAtRest } from '../service-at-rest';
import { ordersOf, units, type AccountCheck, type Checks, type ServiceCheck } from './check';

const TERMINAL = ['PaymentSettled', 'PaymentFailed'];

/** What became of payments, and what went out for them. */
export const PAYMENTS: Checks<AccountCheck> = {
  'each payment has ended, in a way that the sandbox knows for it': (account) => {
    for (const order of ordersOf(account, '/payments')) {
      const { stage, status, error_code } = paymentOf(account.rest, order);
      expect({ stage, status }).toEqual({ stage: 'done', status: error_code === null ? 'settled' : 'failed' });
      expect([order.body, order.ends]).toEqual([order.body, expect.arrayContaining([error_code])]);
    }
  },

  'each payment has reached exactly one terminal state, and kept it': ({ rest }, { events }) => {
    const ends = new Map<string, string[]>();
    for (const { stream, type } of events) {
      if (TERMINAL.includes(type)) ends.set(stream, [...(ends.get(stream) ?? []), type]);
    }
    for (const { id, status } of rest.payments) {
      const expected = status === 'settled' ? ['PaymentSettled'] : ['PaymentFailed'];
      expect([id, ends.get(`payment-${id}`)]).toEqual([id, expected]);
    }
  },

  'a settled payment went out exactly once, and one that failed never went out, unless it failed on chain': (
    { rest },
    { journal },
  ) => {
    for (const { id, status, error_code, amount, to, chain, currency, txHash } of rest.payments) {
      const entries = journal.filter(({ authorization }) => authorization === id);
      const transfers = new Set(entries.map(({ hash }) => hash)).size;
      const failedOnChain = error_code === 'transaction_reverted' || error_code === 'transaction_expired';
      const expected = status === 'settled' || failedOnChain ? 1 : 0;
      expect([id, error_code, transfers]).toEqual([id, error_code, expected]);
      const transfer = { hash: txHash, amount: toUnits(units(amount)), to, chain, currency, conflict: false };
      for (const entry of entries) expect(entry).toMatchObject(transfer);
    }
  },
};

/** What no account may see. */
export const SERVICE: Checks<ServiceCheck> = {
  'nothing was ever broadcast for no payment, or twice in two ways': ({ accounts, journal }) => {
    const known = new Set(accounts.flatMap(({ rest }) => rest.payments.map(({ id }) => id)));
    expect(journal.filter(({ authorization, conflict }) => conflict || !known.has(authorization))).toEqual([]);
  },

  'no message was given up': ({ deadLetters }) => {
    expect(deadLetters).toEqual([]);
  },

  'no event was stored twice, and no stream has a gap': ({ events }: ServiceAtRest) => {
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const ends = new Map<string, number>();
    for (const { stream, revision } of events) {
      expect([stream, revision]).toEqual([stream, (ends.get(stream) ?? -1) + 1]);
      ends.set(stream, revision);
    }
  },

  'a read model that is made anew equals the live one, byte for byte': ({ readModels }) => {
    for (const { service, live, rebuilt } of readModels) expect([service, rebuilt]).toEqual([service, live]);
  },
};
