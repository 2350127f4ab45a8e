import type { CommandRefused, StoredEvent } from '@stablecoin/event-sourcing';
import type { ScreeningEvent, ScreeningResult, Waiter } from '../domain/screening';
import { messagesFor } from './messages-for';

function recorded(event: ScreeningEvent | CommandRefused): StoredEvent<ScreeningEvent> {
  const metadata = { commandId: 'c', at: 1_000, correlationId: 'req_1', account: 'acme', livemode: false };
  return { ...event, id: 'e1', metadata, stream: 'screening-x', revision: 3, position: 40 };
}
const payment = (id: string): Waiter => ({ kind: 'payment', id });
const wallet: Waiter = { kind: 'wallet', id: 'wal_1' };
const result: ScreeningResult = {
  ref: 'cpl_1',
  subject: { kind: 'address', value: '0xabc' },
  country: null,
  status: 'blocked',
  reason: 'aml: flagged',
  findings: [{ name: 'aml', outcome: 'fail', provider: 'p', evidence: 'flagged' }],
  createdAt: 0,
  expiresAt: 86_400_000,
};
const resource = {
  status: 'blocked',
  ref: 'cpl_1',
  address: '0xabc',
  checks: result.findings.map((finding) => ({ ...finding, details: null })),
  decided_by: null,
  decided_at: null,
  expires_at: '1970-01-02T00:00:00.000Z',
  created_at: '1970-01-01T00:00:00.000Z',
};
const blocked = { ref: 'cpl_1', status: 'blocked', reason: 'aml: flagged' };

const screenedPayment = (id: string, outcome: object = blocked) => ({
  type: 'compliance.payment_screened',
  key: id,
  data: { ...outcome, paymentId: id },
});
const screenedOwner = (outcome: object = blocked) => ({
  type: 'compliance.owner_screened',
  key: 'wal_1',
  data: { ...outcome, walletId: 'wal_1' },
});
const completed = { type: 'compliance.completed', key: 'cpl_1', data: resource };

const table: readonly (readonly [ScreeningEvent | ReturnType<typeof refusal>, readonly object[]])[] = [
  [
    {
      type: 'ScreeningRequested',
      data: { ref: 'cpl_1', subject: result.subject, checks: ['aml'], country: null, waiter: wallet, at: 0 },
    },
    [],
  ],
  [{ type: 'ScreeningJoined', data: { ref: 'cpl_1', waiter: wallet, at: 0 } }, []],
  [{ type: 'ScreeningAttemptFailed', data: { ref: 'cpl_1', attempt: 1, error: 'x', retryAt: 1, waitingSince: 0 } }, []],
  [
    {
      type: 'ScreeningReused',
      data: { ref: 'cpl_1', waiter: payment('pay_1'), status: 'review', reason: 'aml: unclear', at: 0 },
    },
    [screenedPayment('pay_1', { ref: 'cpl_1', status: 'review', reason: 'aml: unclear' })],
  ],
  // Only a cleared result lasts: one in review is going to be decided.
  [
    {
      type: 'ScreeningReused',
      data: { ref: 'cpl_1', waiter: payment('pay_1'), status: 'review', reason: 'aml: unclear', expiresAt: 9, at: 0 },
    },
    [screenedPayment('pay_1', { ref: 'cpl_1', status: 'review', reason: 'aml: unclear' })],
  ],
  [
    {
      type: 'ScreeningReused',
      data: { ref: 'cpl_1', waiter: payment('pay_1'), status: 'cleared', reason: null, expiresAt: 9, at: 0 },
    },
    [screenedPayment('pay_1', { ref: 'cpl_1', status: 'cleared', reason: null, answersUntil: 9 })],
  ],
  // An event of an earlier version.
  [
    {
      type: 'ScreeningReused',
      data: { ref: 'cpl_1', waiter: payment('pay_1'), status: 'cleared', reason: null, at: 0 },
    },
    [screenedPayment('pay_1', { ref: 'cpl_1', status: 'cleared', reason: null })],
  ],
  [
    { type: 'ScreeningCompleted', data: { result, waiters: [payment('pay_1'), wallet, payment('pay_2')] } },
    [screenedPayment('pay_1'), screenedOwner(), screenedPayment('pay_2'), completed],
  ],
  [
    {
      type: 'ReviewDecided',
      data: { result, decision: 'block', by: 'expiry', note: null, waiters: [payment('pay_1')] },
    },
    [screenedPayment('pay_1'), completed],
  ],
  // What a person has cleared where four eyes are asked for is not remembered without asking whose decision it is.
  ...[{ notFor: ['key_1'] }, {}].map((fourEyes): readonly [ScreeningEvent, readonly object[]] => {
    const decision = { by: 'key_1', at: 0, note: null, ...fourEyes };
    const cleared: ScreeningResult = { ...result, status: 'cleared', reason: null, decision };
    const outcome = { ref: 'cpl_1', status: 'cleared', reason: null };
    const answersUntil = 'notFor' in fourEyes ? {} : { answersUntil: 86_400_000 };
    return [
      {
        type: 'ReviewDecided',
        data: { result: cleared, decision: 'clear', by: 'person', note: null, waiters: [payment('pay_1')] },
      },
      [screenedPayment('pay_1', { ...outcome, ...answersUntil }), expect.anything() as object],
    ];
  }),
  [
    {
      type: 'WaitersAnswered',
      data: { ref: 'cpl_1', status: 'cleared', reason: null, waiters: [payment('pay_1'), payment('pay_2')] },
    },
    ['pay_1', 'pay_2'].map((id) => screenedPayment(id, { ref: 'cpl_1', status: 'cleared', reason: null })),
  ],
  [
    { type: 'ScreeningAbandoned', data: { ref: 'cpl_1', attempt: 9, error: 'x', waiters: [wallet] } },
    [
      screenedOwner({
        ref: 'cpl_1',
        status: 'blocked',
        reason: 'The identity could not be verified: the provider does not answer.',
      }),
    ],
  ],
  [refusal(), []],
];

function refusal() {
  return { type: 'CommandRefused', data: { code: 'invalid_state', message: 'no', param: null } } as const;
}

describe('protocol rules 9 and 10: what follows from an event of a screening', () => {
  it.each(table.map(([event, messages]) => [event.type, event, messages] as const))('%s', (_type, event, messages) => {
    expect(messagesFor(recorded(event)).map(({ type, key, data }) => ({ type, key, data }))).toEqual(messages);
  });

  it('every message has an id of its own, and the same one when it is published again', () => {
    const waiters = [payment('pay_1'), payment('pay_2'), wallet];
    const event = recorded({ type: 'ScreeningCompleted', data: { result, waiters } });
    const ids = messagesFor(event).map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(messagesFor(event).map(({ id }) => id)).toEqual(ids);
  });
});
