import type { Message } from '@stablecoin/contracts';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import { inGeneration } from './in-generation';
import { messageFrom } from '@stablecoin/messaging';

describe('protocol rule 41: messages of a restored store', () => {
  const eventAt = (position: number): RecordedEvent => ({
    ...{ id: 'e-1', stream: 'payment-pay_1', revision: 6, position, type: 'PaymentSettled', data: {} },
    metadata: { commandId: 'c', at: 1, correlationId: 'c', account: 'acme', livemode: true },
  });
  const map = (event: RecordedEvent) => [
    messageFrom<Message>(event, { type: 'payment.settled', key: 'pay_1', data: {} }),
    [messageFrom<Message>(event, { type: 'treasury.PostReservation', key: 'acme.live', data: {} })],
  ];

  it('have higher numbers than those of the lost interval, unless they were inherited', () => {
    const restored = inGeneration(map, { offsets: [{ boundary: 50, offset: 1_000_000_000_000 }] });
    expect(restored(eventAt(50))).toEqual(map(eventAt(50)));
    const [settled, posts] = restored(eventAt(51)) as [Message, Message[]];
    // A consumer that skips lower numbers has seen 7 before the restore, and does not skip this.
    expect(settled.sequence).toBe(1_000_000_000_006);
    expect(settled.id).toBe((map(eventAt(51))[0] as Message).id);
    expect(posts).toEqual(map(eventAt(51))[1]);
  });
});
