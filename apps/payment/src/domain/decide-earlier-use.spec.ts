import type { EarlierUse } from '@stablecoin/chains';
import type { Listed, PaymentOrder } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import {
  PAYMENT_ID,
  QUOTES,
  RECIPIENT,
  T0,
  WALLET_ID,
  authorized,
  command,
  initiated,
  order,
  quote,
  routed,
  screened,
} from '../testing/payments';
import { paymentDecider } from './decide-payment';
import { evolvePayment, newPayment } from './payment';
import type { Earlier } from './payment-commands';
import type { PaymentEvent, PaymentInitiated } from './payment-events';

const ID = `0x${'ab'.repeat(32)}`;
const HASH = `0x${'cd'.repeat(32)}`;
const TRANSFER = { from: '0xsource', to: RECIPIENT.toLowerCase(), currency: 'USDC', amount: '10000000' } as const;
const MADE: Extract<EarlierUse, { readonly state: 'final' }> = {
  state: 'final',
  chain: 'base',
  hash: HASH,
  block: 7,
  at: T0 - 3_600_000,
  transfer: TRANSFER,
};
const RESERVATION = { id: `${PAYMENT_ID}#1`, walletId: null };

function keyed(changes: Partial<PaymentOrder> = {}): PaymentInitiated {
  const event = initiated({ idempotencyKey: 'order-1', ...changes });
  return { ...event, data: { ...event.data, onchainId: ID } };
}

const RESERVING: PaymentEvent[] = [keyed(), screened, routed()];

function seen(use: EarlierUse): Earlier {
  const at = { explorerUrl: 'https://explorer/1', payer: '0xsource' };
  return use.state === 'final' ? { use, ...at } : { use, ...at };
}

const funds = (use?: EarlierUse, changes: { readonly listed?: Listed; readonly down?: boolean } = {}) =>
  command('AuthorizeTransfer', {
    funds: { paymentId: PAYMENT_ID, reservationId: RESERVATION.id, chain: 'base' },
    health: changes.down === true ? { status: 'down', reason: 'no blocks' } : { status: 'up' },
    listed: changes.listed ?? 'not_listed',
    sender: 'sandbox',
    source: '0xsource',
    authorizedAt: T0 + 5,
    validUntil: T0 + 5_005,
    ...(use === undefined ? {} : { earlier: seen(use) }),
  });

describe('protocol rule 31: the on-chain id', () => {
  it('is part of the event that creates a payment, and of its authorization', () => {
    const placed = { order: order({ idempotencyKey: 'order-1' }), knownScreening: null, quotes: null };
    given(paymentDecider)
      .when(command('InitiatePayment', { ...placed, onchainId: ID }))
      .then(keyed());
    const { type, data } = authorized();
    given(paymentDecider, ...RESERVING)
      .when(funds())
      .then({ type, data: { ...data, authorization: { ...data.authorization, onchainId: ID } } });
  });

  it('is told to the wallet that pays, whose approvers sign it', () => {
    const fromWallet = { idempotencyKey: 'order-1', compliance: 'skip', from: WALLET_ID } as const;
    const asked = routed(1, QUOTES, WALLET_ID);
    given(paymentDecider)
      .when(
        command('InitiatePayment', {
          ...{ order: order(fromWallet), knownScreening: null, quotes: QUOTES, onchainId: ID },
        }),
      )
      .then(
        keyed(fromWallet),
        { type: 'PaymentScreened', data: { ref: null, skipped: true } },
        { ...asked, data: { ...asked.data, onchainId: ID } },
      );
  });
});

describe('protocol rule 31: a payment whose transfer the chain has already', () => {
  it('is settled with that transfer, and nothing is authorized', () => {
    const [event] = paymentDecider.decide(funds(MADE), stateAfter(RESERVING));
    expect(event).toMatchObject({
      type: 'PaymentSettled',
      data: {
        ...{ txHash: HASH, block: 7, found: true, foundAs: { id: ID, at: MADE.at }, reservation: RESERVATION },
        transfer: { chain: 'base', from: '0xsource', to: RECIPIENT, amount: '10000000', currency: 'USDC' },
        // Never before the payment was created, as far as its record goes.
        facts: {
          createdAt: T0,
          chain: 'base',
          txHash: HASH,
          explorerUrl: 'https://explorer/1',
          settledAt: T0,
          failure: null,
          recovered: true,
        },
      },
    });
  });

  it.each<[string, Parameters<typeof funds>[1]]>([
    ['the sanctions list is unknown', { listed: 'unknown' }],
    ['a sanctions list names its recipient by now', { listed: 'listed' }],
    ['its chain is down', { down: true }],
  ])('is settled although %s', (_, changes) => {
    const [event] = paymentDecider.decide(funds(MADE, changes), stateAfter(RESERVING));
    expect(event?.type).toBe('PaymentSettled');
  });

  it('is settled on the chain of the transfer, also one that is down and was not reserved on', () => {
    const quotes = [quote('base'), quote('ethereum', { down: 'no blocks' })];
    const [event] = paymentDecider.decide(
      funds({ ...MADE, chain: 'ethereum' }),
      stateAfter([keyed(), screened, routed(1, quotes)]),
    );
    expect(event).toMatchObject({
      type: 'PaymentSettled',
      data: { reservation: RESERVATION, transfer: { chain: 'ethereum' }, facts: { chain: 'ethereum' } },
    });
  });

  it.each([
    ['on another chain', 'ethereum', true],
    ['under the nonce of another contract', 'base', false],
  ] as const)('waits while the transfer is %s, in a block that is not final', (_, chain, isGuarded) => {
    const [event] = paymentDecider.decide(
      funds({ state: 'recent', chain, since: T0, isGuarded }),
      stateAfter(RESERVING),
    );
    expect(event).toMatchObject({ type: 'PaymentWaiting', data: { reason: 'earlier_use' } });
  });

  it('is authorized under the same nonce while the transfer is not final, and observed from then on', () => {
    const [event] = paymentDecider.decide(
      funds({ state: 'recent', chain: 'base', since: T0 - 60_000, isGuarded: true }),
      stateAfter(RESERVING),
    );
    expect(event).toMatchObject({
      type: 'PaymentAuthorized',
      data: { authorization: { onchainId: ID, usedSince: T0 - 60_000 } },
    });
  });

  it.each<[string, EarlierUse]>([
    ['of another amount', { ...MADE, transfer: { ...TRANSFER, amount: '10000001' } }],
    ['to another recipient', { ...MADE, transfer: { ...TRANSFER, to: '0xother' } }],
    ['from another payer', { ...MADE, transfer: { ...TRANSFER, from: '0xother' } }],
    ['in another currency', { ...MADE, transfer: { ...TRANSFER, currency: 'EURC' } }],
    ['that was canceled', { ...MADE, transfer: null }],
  ])('conflicts with one %s, and gives back what is reserved', (_, use) => {
    const [event] = paymentDecider.decide(funds(use), stateAfter(RESERVING));
    expect(event).toMatchObject({
      type: 'PaymentFailed',
      data: { code: 'idempotency_conflict', reservation: RESERVATION },
    });
  });
});

function stateAfter(events: readonly PaymentEvent[]) {
  return events.reduce(evolvePayment, newPayment);
}
