import type { InitiatePaymentMessage, Message } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { DataFolder } from '../testing/stopped-service';
import { manageDeadLetters } from './manage-dead-letters';

const ENVELOPE = {
  // Of now: a payment that is this late is not made any more, its screening is over.
  time: Date.now(),
  account: 'acme',
  livemode: false,
  correlationId: 'req_1',
  causationId: 'req_1',
} as const;
/** As the gateway publishes it; given up because of a fault that was mended since, say. */
const INITIATE: InitiatePaymentMessage = {
  ...ENVELOPE,
  id: 'req_1',
  type: 'payment.InitiatePayment',
  key: 'pay_1',
  data: {
    paymentId: 'pay_1',
    to: '0x52908400098527886E0F7030069857D2E4169EE7',
    amount: '12500000',
    currency: 'USDC',
    chain: 'auto',
    candidates: ['base', 'ethereum'],
    from: null,
    memo: null,
    compliance: 'auto',
    complianceRef: null,
    countryCode: null,
    idempotencyKey: null,
  },
};
/** For a payment that never existed: impossible, and so it stays. */
const CANCEL_NOTHING: Message = {
  ...ENVELOPE,
  id: 'req_2',
  type: 'payment.CancelPayment',
  key: 'pay_2',
  data: { paymentId: 'pay_2' },
};
const GIVEN_UP = 'payment/req_1  payment.InitiatePayment  2026-01-01T00:00:05.000Z  8 attempts  Error: disk is full';

describe('npm run dead-letters', () => {
  const folder = new DataFolder();

  beforeAll(() =>
    folder.whileRunning(async (_client, { runtime }) => {
      await runtime.deadLetters.add({
        consumer: 'payment',
        topic: 'payment.commands.v1',
        message: INITIATE,
        cause: 'Error: disk is full',
        attempts: 8,
        failedAt: Date.UTC(2026, 0, 1, 0, 0, 5),
      });
      await runtime.bus.publish([CANCEL_NOTHING]);
    }),
  );
  afterAll(() => folder.remove());

  it('lists what lies there, the oldest first', async () => {
    const { code, text } = await folder.run(manageDeadLetters, ['list']);
    expect(code).toBe(0);
    const [first, second, ...rest] = text.trimEnd().split('\n');
    expect(first).toBe(GIVEN_UP);
    expect(second).toMatch(/^payment\/req_2 {2}payment\.CancelPayment {2}\S+Z {2}1 attempt {2}UnknownStreamError: /);
    expect(rest).toEqual([]);
  });

  it('shows one whole', async () => {
    const { code, text } = await folder.run(manageDeadLetters, ['show', 'payment/req_1']);
    expect(code).toBe(0);
    expect(JSON.parse(text)).toEqual({
      id: 'payment/req_1',
      consumer: 'payment',
      topic: 'payment.commands.v1',
      message: INITIATE,
      cause: 'Error: disk is full',
      attempts: 8,
      failedAt: '2026-01-01T00:00:05.000Z',
    });
    await expect(folder.run(manageDeadLetters, ['show', 'payment/req_9'])).rejects.toThrow(
      'there is no dead letter payment/req_9',
    );
  });

  it('hands them to their consumer once more, and keeps those that fail again', async () => {
    const { code, text } = await folder.run(manageDeadLetters, ['redrive', 'all']);
    expect(code).toBe(1);
    expect(text).toMatch(/^payment\/req_1 {2}handled\npayment\/req_2 {2}failed again: .+\n1 handled, 1 failed\n$/);

    const { text: left } = await folder.run(manageDeadLetters, ['list']);
    expect(left).toMatch(/^payment\/req_2 .*\n$/);
    await folder.whileRunning((client) =>
      eventually(async () => (await client.get('/payments/pay_1'))['status'] === 'settled'),
    );
  });

  it('starts nothing when nothing lies there', async () => {
    const empty = new DataFolder();
    try {
      await empty.whileRunning(() => Promise.resolve());
      const { code, text } = await empty.run(manageDeadLetters, ['redrive', 'all']);
      expect({ code, text }).toEqual({ code: 0, text: 'There are no dead letters.\n' });
    } finally {
      empty.remove();
    }
  });

  it('says so when the service is running', async () => {
    await folder.whileRunning(async () => {
      await expect(folder.run(manageDeadLetters, ['list'])).rejects.toThrow('the service is running');
    });
  });

  it.each([[[]], [['drop']], [['show']], [['list', 'all']], [['redrive', 'a', 'b']]])(
    'shows how it is used: %j',
    async (args) => {
      const { code, text } = await folder.run(manageDeadLetters, args);
      expect(code).toBe(2);
      expect(text).toContain('npm run dead-letters -- redrive <id>');
    },
  );
});
