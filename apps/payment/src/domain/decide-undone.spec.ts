import type { PaymentErrorCode } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import {
  ONCHAIN,
  PAYMENT_ID,
  QUOTES,
  RECIPIENT,
  T0,
  WALLET_ID,
  authorized,
  command,
  factsAfterAll,
  initiated,
  routed,
  screened,
} from '../testing/payments';
import { paymentDecider } from './decide-payment';
import type { ResolveUndone } from './payment-commands';
import type { PaymentEvent } from './payment-events';
import { paymentResource } from './payment-resource';

const { data: granted } = authorized('base', 1, WALLET_ID);
const SIGNED = {
  ...granted.authorization,
  validUntil: T0 + 86_400_000,
  payer: { wallet: ONCHAIN, approval: [{ owner: '0xa', signature: 'sealed' }] },
};
const BROADCAST: readonly PaymentEvent[] = [
  initiated({ from: WALLET_ID }),
  screened,
  routed(1, QUOTES, WALLET_ID),
  { type: 'PaymentAuthorized', data: { ...granted, authorization: SIGNED } },
  { type: 'PaymentBroadcast', data: { hash: '0xhash', explorerUrl: null, sentAt: T0 + 10 } },
];
const SETTLED: readonly PaymentEvent[] = [
  ...BROADCAST,
  {
    type: 'PaymentSettled',
    data: {
      txHash: '0xhash',
      block: 7,
      reservation: granted.reservation,
      transfer: { chain: 'base', currency: 'USDC', amount: '10000000', from: '0xsource', to: RECIPIENT },
      facts: { ...factsAfterAll(...BROADCAST), stage: 'done', txHash: '0xhash', settledAt: T0 + 800 },
    },
  },
];
const HEARD = T0 + 900_000;
const LOST = 'PaymentSettlementLost';

const undone = (code: PaymentErrorCode = 'transaction_expired'): PaymentEvent => ({
  type: 'PaymentUndone',
  data: { code, message: 'gone', notBefore: SIGNED.validUntil },
});
const failure = (code: PaymentErrorCode, heardAt: number) =>
  command('FailPayment', { paymentId: PAYMENT_ID, code, message: 'gone', heardAt });
const resolve = (inclusion: ResolveUndone['data']['inclusion'] = null) => command('ResolveUndone', { inclusion });
const report = (confirmed: boolean) =>
  command('ReportTransfer', { hash: '0xother', explorerUrl: null, inclusion: { block: 9, at: HEARD, confirmed } });

describe('protocol rule 19: what owners have signed, settled and reorganized away', () => {
  it('is made with their signatures while these are valid: its sender has ended it after a restore', () => {
    for (const heardAt of [HEARD, SIGNED.validUntil - 60_001]) {
      given(paymentDecider, ...SETTLED)
        .when(failure('transaction_expired', heardAt))
        .then({ type: 'PaymentReauthorized', data: { authorization: SIGNED } });
    }
  });

  it.each<[string, PaymentErrorCode, number]>([
    ['in the last minute of the signatures', 'transaction_expired', SIGNED.validUntil - 60_000],
    ['right after it, where no block says so', 'transaction_expired', SIGNED.validUntil + 1],
    ['when the token blocks the recipient, while anybody may still send it', 'recipient_blocklisted', HEARD],
    ['when it was executed, and reverted', 'wallet_policy_changed', HEARD],
  ])('is not called lost without a proof: %s', (_when, code, heardAt) => {
    given(paymentDecider, ...SETTLED)
      .when(failure(code, heardAt))
      .then(undone(code));
  });

  it('is looked up once, however often its sender says that it failed', () => {
    given(paymentDecider, ...SETTLED, undone())
      .when(failure('transaction_expired', SIGNED.validUntil + 1))
      .then();
  });

  it('is lost when no endpoint has it at a final block of after its validity', () => {
    given(paymentDecider, ...SETTLED, undone())
      .when(resolve())
      .then({ type: LOST, data: { code: 'transaction_expired', message: 'gone' } });
  });

  it('is back when somebody had it included, and is followed until that is final', () => {
    given(paymentDecider, ...SETTLED, undone())
      .when(report(true))
      .then();
    given(paymentDecider, ...SETTLED, undone())
      .when(resolve({ hash: '0xother', block: 9, explorerUrl: null }))
      .then({ type: 'PaymentReincluded', data: { txHash: '0xother', block: 9, explorerUrl: null } });
  });

  it('is answered once', () => {
    const lost: PaymentEvent = { type: LOST, data: { code: 'transaction_expired', message: 'gone' } };
    for (const events of [SETTLED, [...SETTLED, undone(), lost]]) {
      given(paymentDecider, ...events)
        .when(resolve())
        .then();
    }
  });

  it('stays settled, and its client is told of nothing', () => {
    const facts = factsAfterAll(...SETTLED, undone());
    expect(paymentResource(facts)).toMatchObject({ status: 'settled', stage: 'done' });
    expect(facts).toEqual(factsAfterAll(...SETTLED));
  });
});
