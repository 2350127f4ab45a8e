import { formatAmount } from '@stablecoin/contracts';
import { paymentOf } from '../account-at-rest';
import type { Order } from '../../load/orders';
import { paymentIdOf } from '../../../e2e/support/payments';
import { ordersOf, units, type AccountCheck, type Checks } from './check';

/** What an answer to a new key may be. */
const FRESH: Readonly<Record<Order['path'], readonly number[]>> = {
  '/payments': [201, 202, 402, 403, 422],
  '/wallets': [201],
  '/sandbox/faucet': [200],
};
/** And what one to a key that was used before may be: a refused payment stays refused. */
const REPLAYED: typeof FRESH = { '/payments': [200, 402, 403, 422], '/wallets': [200], '/sandbox/faucet': [200] };

/** What clients are told by a service that has all it needs whenever it is up. */
export const PROMPTNESS: Checks<AccountCheck> = {
  'nobody was told to try again by a service that was up': ({ witness }) => {
    expect(witness.toldToRetry.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  },
};

/** What clients were told. */
export const ANSWERS: Checks<AccountCheck> = {
  'nobody was told what was not so: what was answered is there, and what has ended stays as it is': ({ witness }) => {
    expect(witness.lies).toEqual([]);
  },

  'each key is answered at most once as new, and always with the same object': ({ witness }) => {
    for (const { path, body } of witness.orders) {
      const answers = witness.answersTo(body);
      const isNew = answers.filter(({ headers }) => headers.get('svc-idempotent-replayed') === null);
      expect(isNew.length).toBeLessThanOrEqual(1);
      for (const answer of answers) expect((isNew.includes(answer) ? FRESH : REPLAYED)[path]).toContain(answer.status);
      const objects = answers.map((answer) => (path === '/sandbox/faucet' ? answer.text : paymentIdOf(answer)));
      expect(new Set(objects).size).toBe(1);
    }
  },

  'each key has one payment, with the parameters that were sent, and there is no other payment': (account) => {
    const { rest, witness } = account;
    const keys = ordersOf(account, '/payments').map(({ body }) => body.idempotency_key);
    const keyed = rest.payments.filter(({ idempotency_key }) => idempotency_key !== null);
    expect(keyed.map(({ idempotency_key }) => idempotency_key).sort()).toEqual(keys.sort());
    for (const order of ordersOf(account, '/payments')) {
      const { chain, amount, to, country_code: _, ...sent } = order.body;
      const payment = paymentOf(rest, order);
      expect(witness.answersTo(order.body).map(paymentIdOf)).toContain(payment.id);
      expect(payment).toMatchObject({
        currency: 'USDC',
        from: null,
        ...sent,
        amount: formatAmount(units(String(amount))),
      });
      expect(payment.to.toLowerCase()).toBe(String(to).toLowerCase());
      if (typeof chain === 'string' && chain !== 'auto') expect([chain, null]).toContain(payment.chain);
    }
  },

  'a payment without a key is there when it was answered': ({ rest, witness: { unkeyed } }) => {
    const made = rest.payments.filter(({ idempotency_key }) => idempotency_key === null);
    expect(made.map(({ id }) => id)).toEqual(expect.arrayContaining([...unkeyed]));
    // Each was sent once. One whose first step came too late has expired (protocol rule 30).
    for (const { amount, status, error_code } of made) {
      expect(amount).toBe('1.00');
      expect(['settled', 'failed internal_error']).toContain(error_code === null ? status : `${status} ${error_code}`);
    }
  },

  'what a person has decided is what happened': ({ rest, witness }) => {
    for (const { verdict, paymentId, status } of witness.decisions) {
      const payment = rest.payments.find(({ id }) => id === paymentId);
      const approval = rest.approvals.find(({ payment_id }) => payment_id === paymentId);
      expect([200, 409]).toContain(status);
      if (verdict === 'cancel') expect(payment?.error_code === 'canceled').toBe(status === 200);
      else if (status === 200) expect([payment?.status, approval?.status]).toEqual(['settled', 'approved']);
    }
    expect(rest.approvals.filter(({ status }) => status === 'pending')).toEqual([]);
  },

  'each key has one wallet': (account) => {
    const owners = ordersOf(account, '/wallets').map(({ body }) => String(body['owner']));
    expect(account.rest.wallets.map(({ owner }) => owner).sort()).toEqual([...owners, 'agent:payer'].sort());
  },
};
