import type { StoredEvent } from '@stablecoin/event-sourcing';
import type { FundsReserved, TreasuryEvent } from '../domain/treasury';
import { balancesFrom } from '../domain/treasury';
import { messagesFor } from './messages-for';

const AT = Date.UTC(2026, 0, 1);
const ref = { reservationId: 'pay_1#1', paymentId: 'pay_1' };
const money = { chain: 'base', currency: 'USDC', amount: '300' } as const;

function recorded(event: TreasuryEvent | { readonly type: string; readonly data: object }): StoredEvent<TreasuryEvent> {
  const metadata = { commandId: 'msg_1', at: AT, correlationId: 'req_1', account: 'acme', livemode: false };
  return {
    ...event,
    id: 'event-1',
    stream: 'treasury-acme.test',
    revision: 7,
    position: 70,
    metadata,
  } as StoredEvent<TreasuryEvent>;
}

describe('protocol rule 9: what follows from an event is found from the event alone', () => {
  it.each<[TreasuryEvent, string, object]>([
    [{ type: 'FundsReserved', data: { ...ref, ...money } }, 'treasury.funds_reserved', { ...ref, chain: 'base' }],
    [
      { type: 'ReservationRefused', data: { ...ref, code: 'insufficient_balance', message: 'Too little.' } },
      'treasury.reservation_refused',
      { ...ref, code: 'insufficient_balance', message: 'Too little.' },
    ],
    [{ type: 'ReservationOverdue', data: ref }, 'treasury.reservation_overdue', ref],
    [
      {
        type: 'ApprovalRequested',
        data: {
          ...{ ...ref, approvalId: 'apr_1', amount: '300', currency: 'USDC', candidates: ['base'] },
          ...{ threshold: 1, expiresAt: AT },
        },
      },
      'treasury.approval_requested',
      { ...ref, approvalId: 'apr_1' },
    ],
  ])('when %o then %s, keyed by the payment', (event, type, data) => {
    expect(messagesFor(recorded(event))).toMatchObject([
      { type, key: 'pay_1', data, time: AT, account: 'acme', livemode: false, correlationId: 'req_1', sequence: 7 },
    ]);
  });

  it('LowBalanceReached leads to treasury.low_balance, keyed by the treasury, with the balances at that time', () => {
    const event: TreasuryEvent = {
      type: 'LowBalanceReached',
      data: {
        scope: 'total',
        threshold: '6000000',
        balance: '5000000',
        available: balancesFrom((chain, currency) => (chain === 'base' && currency === 'USDC' ? '4000000' : '0')),
        reserved: balancesFrom((chain, currency) => (chain === 'base' && currency === 'USDC' ? '1000000' : '0')),
      },
    };
    expect(messagesFor(recorded(event))).toMatchObject([
      {
        type: 'treasury.low_balance',
        key: 'acme.test',
        data: {
          scope: 'total',
          threshold: '6.00',
          balance: '5.00',
          usdc: '5.00',
          eurc: '0.00',
          chains: { base: '5.00', ethereum: '0.00', solana: '0.00' },
          available: { base: { usdc: '4.00', eurc: '0.00' } },
          reserved: { base: { usdc: '1.00', eurc: '0.00' } },
          as_of: '2026-01-01T00:00:00.000Z',
        },
      },
    ]);
  });

  it.each<TreasuryEvent | { readonly type: string; readonly data: object }>([
    { type: 'TreasuryOpened', data: { balances: balancesFrom(() => '1') } },
    { type: 'ReservationPosted', data: { ...ref, ...money } },
    { type: 'ReservationVoided', data: { ...ref, ...money } },
    { type: 'VoidRemembered', data: ref },
    { type: 'TreasuryCredited', data: { ...money, transferId: 'transfer-1', from: '0xfrom', txHash: '0xhash' } },
    { type: 'ThresholdsConfigured', data: { thresholds: { total: null, base: null, ethereum: null, solana: null } } },
    { type: 'LowBalanceCleared', data: { scope: 'total' } },
    { type: 'CommandRefused', data: { code: 'invalid_request', message: 'No.', param: null } },
  ])('when $type then nothing', (event) => {
    expect(messagesFor(recorded(event))).toEqual([]);
  });

  it('publishing twice is publishing the same', () => {
    const event: FundsReserved = { type: 'FundsReserved', data: { ...ref, ...money } };
    expect(messagesFor(recorded(event))).toEqual(messagesFor(recorded(event)));
  });
});
