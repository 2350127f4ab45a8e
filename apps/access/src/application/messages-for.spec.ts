import type { Message } from '@stablecoin/contracts';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { RequestAccepted } from '../domain/request';
import { messagesFor, messagesIn } from './messages-for';

const BOUNDARY = 50;
const restored = messagesIn({ name: 'generation-1', boundary: BOUNDARY });

function accepted(position: number, messages: readonly Partial<Message>[]): RecordedEvent<RequestAccepted> {
  return {
    ...{ id: 'e-1', stream: 'request-1', revision: 0, position, type: 'RequestAccepted', data: { messages } as never },
    metadata: { commandId: 'c', at: 1, correlationId: 'c', account: 'acme', livemode: true },
  };
}

const order = (livemode: boolean) => ({ type: 'payment.InitiatePayment', livemode, data: { paymentId: 'pay_1' } });

describe('protocol rule 35: an order that was recorded up to the boundary', () => {
  it('is held', () => {
    expect(restored(accepted(BOUNDARY, [order(true)]))).toMatchObject([{ data: { heldIn: 'generation-1' } }]);
  });

  it.each([
    ['of after the boundary', BOUNDARY + 1, order(true)],
    ['of the sandbox, which is on no chain', BOUNDARY, order(false)],
    ['that is no payment', BOUNDARY, { type: 'wallet.CreateWallet', livemode: true, data: {} }],
  ])('is published as it is when it is one %s', (_, position, message) => {
    const event = accepted(position, [message]);
    expect(restored(event)).toEqual(messagesFor(event));
  });
});
