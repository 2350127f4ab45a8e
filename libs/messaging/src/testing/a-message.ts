import type { Message } from '@stablecoin/contracts';

/** A message with everything that a test does not care about filled in. */
export function aMessage(message: Partial<Message> & Pick<Message, 'id'>): Message {
  return {
    type: 'payment.InitiatePayment',
    key: message.id,
    time: 1_700_000_000_000,
    data: { amount: '12500000' },
    account: 'acme',
    livemode: false,
    correlationId: 'req_1',
    causationId: 'req_1',
    ...message,
  };
}

/** `count` messages over `keys` keys, in turn: ids `0`, `1`, … */
export function messagesOver(keys: number, count: number): Message[] {
  return Array.from({ length: count }, (_, index) => aMessage({ id: `${index}`, key: `key-${index % keys}` }));
}
