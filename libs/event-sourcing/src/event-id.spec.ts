import fc from 'fast-check';
import { v5 } from 'uuid';
import { eventId } from './event-id';

const id = (change: Partial<{ stream: string; command: string; index: number; type: string; json: string }> = {}) => {
  const { stream, command, index, type, json } = {
    stream: 'payment-pay_1',
    command: 'msg-1',
    index: 0,
    type: 'PaymentSettled',
    json: '{"hash":"0x1","block":7}',
    ...change,
  };
  return eventId(stream, command, index, type, json);
};

describe('protocol rule 1: an event id follows from stream, command, index and content', () => {
  it('is the same for the same append', () => {
    expect(id()).toBe(id());
  });

  it.each([
    ['stream', { stream: 'payment-pay_2' }],
    ['command', { command: 'msg-2' }],
    ['index', { index: 1 }],
    ['type', { type: 'PaymentFailed' }],
    ['content', { json: '{"hash":"0x2","block":7}' }],
  ])('differs with another %s', (_what, change) => {
    expect(id(change)).not.toBe(id());
  });

  it('keeps its value from release to release, so that a retry across one is recognised', () => {
    expect(id()).toMatchInlineSnapshot(`"e14be663-6936-525e-bbab-9b90daf64b21"`);
  });

  it('is the uuid v5 of RFC 9562', () => {
    const namespace = Buffer.from('stablecoin.event');
    fc.assert(
      fc.property(fc.string(), fc.uuid(), fc.nat(9), fc.json(), (stream, command, index, json) => {
        const name = `${stream}\n${command}\n${index}\nType\n${json}`;
        expect(eventId(stream, command, index, 'Type', json)).toBe(v5(name, namespace));
      }),
    );
  });
});
