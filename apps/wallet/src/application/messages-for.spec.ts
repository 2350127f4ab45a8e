import type { StoredEvent } from '@stablecoin/event-sourcing';
import type { WalletEvent } from '../domain/wallet-events';
import {
  AT,
  approvalId,
  approvalRequested,
  created,
  credited,
  first,
  posted,
  profile,
  reserved,
  snapshot,
  voided,
} from '../testing/wallet-fixture';
import { messagesFor } from './messages-for';
import { activeWallet } from './wallet-resource';

function recorded(event: WalletEvent | { readonly type: string; readonly data: object }): StoredEvent<WalletEvent> {
  const metadata = { commandId: 'msg_1', at: AT, correlationId: 'req_1', account: 'acme', livemode: false };
  return {
    ...event,
    id: 'event-1',
    stream: 'wallet-wal_1',
    revision: 7,
    position: 70,
    metadata,
  } as StoredEvent<WalletEvent>;
}

const refusal = { code: 'insufficient_balance', message: 'Too little.' } as const;
const asked = snapshot({ balances: { USDC: '10000', EURC: '0' }, spent24h: '700' });

describe('protocol rule 9: what follows from an event is found from the event alone', () => {
  it.each<[string, WalletEvent, readonly object[]]>([
    [
      'WalletRequested',
      { type: 'WalletRequested', data: profile },
      [{ type: 'compliance.ScreenOwner', key: 'agent:buyer', data: { walletId: 'wal_1', owner: 'agent:buyer' } }],
    ],
    ['WalletCreated', created(), [{ type: 'wallet.created', key: 'wal_1', data: activeWallet(snapshot()) }]],
    [
      'WalletInReview',
      { type: 'WalletInReview', data: { walletId: 'wal_1', complianceRef: 'cpl_1' } },
      [{ type: 'wallet.in_review', key: 'wal_1', data: { walletId: 'wal_1', complianceRef: 'cpl_1' } }],
    ],
    [
      'WalletCreated, reviewed',
      { type: 'WalletCreated', data: { ...profile, complianceRef: 'cpl_1', reviewed: true } },
      [
        { type: 'wallet.created', key: 'wal_1', data: activeWallet(snapshot()) },
        { type: 'wallet.activated', key: 'wal_1', data: activeWallet(snapshot()) },
      ],
    ],
    [
      'WalletRefused',
      { type: 'WalletRefused', data: { walletId: 'wal_1', complianceRef: 'cpl_1', message: 'No.' } },
      [{ type: 'wallet.refused', key: 'wal_1', data: { walletId: 'wal_1', complianceRef: 'cpl_1', message: 'No.' } }],
    ],
    [
      'WalletCredited',
      credited('70'),
      [
        {
          type: 'wallet.funded',
          key: 'wal_1',
          data: {
            ...activeWallet(snapshot({ balances: { USDC: '70', EURC: '0' } })),
            ...{ amount: '0.00007', currency: 'USDC', from: '0xfrom', txHash: '0xhash' },
          },
        },
      ],
    ],
    [
      'FundsReserved',
      reserved('300'),
      [{ type: 'wallet.funds_reserved', key: 'pay_1', data: { ...first, chain: 'base' } }],
    ],
    [
      'ReservationRefused',
      { type: 'ReservationRefused', data: { ...first, ...refusal, approvalId } },
      [{ type: 'wallet.reservation_refused', key: 'pay_1', data: { ...first, ...refusal } }],
    ],
    [
      'ReservationOverdue',
      { type: 'ReservationOverdue', data: first },
      [{ type: 'wallet.reservation_overdue', key: 'pay_1', data: first }],
    ],
    [
      'ApprovalRequested',
      approvalRequested('1001', asked),
      [
        {
          type: 'wallet.approval_requested',
          key: 'pay_1',
          data: { ...first, approvalId, walletId: 'wal_1' },
        },
        {
          type: 'wallet.spend_limit_reached',
          key: 'wal_1',
          data: {
            ...activeWallet(asked),
            ...{ approval_id: approvalId, payment_id: 'pay_1', amount: '0.001001', currency: 'USDC' },
          },
        },
      ],
    ],
  ])('when %s', (_, event, messages) => {
    const followed = messagesFor(recorded(event));
    expect(followed.map(({ type, key, data }) => ({ type, key, data }))).toEqual(messages);
    for (const message of followed)
      expect(message).toMatchObject({ time: AT, account: 'acme', correlationId: 'req_1' });
    expect(messagesFor(recorded(event))).toEqual(followed);
  });

  it.each<WalletEvent | { readonly type: string; readonly data: object }>([
    posted('300'),
    voided('300'),
    { type: 'VoidRemembered', data: first },
    { type: 'ApprovalGiven', data: { approvalId, approvedBy: [] } },
    { type: 'ApprovalCanceled', data: { ...first, approvalId } },
    { type: 'CommandRefused', data: { code: 'invalid_state', message: 'No.', param: null } },
  ])('when $type then nothing', (event) => {
    expect(messagesFor(recorded(event))).toEqual([]);
  });
});
