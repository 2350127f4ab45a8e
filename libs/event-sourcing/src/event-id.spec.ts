import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { v5 } from 'uuid';
import { canonicalJson, eventId } from './event-id';

const id = (change: Partial<{ stream: string; command: string; index: number; type: string; data: object }> = {}) => {
  const { stream, command, index, type, data } = {
    stream: 'payment-pay_1',
    command: 'msg-1',
    index: 0,
    type: 'PaymentSettled',
    data: { hash: '0x1', block: 7 },
    ...change,
  };
  return eventId(stream, command, index, type, data as Record<string, string>);
};

describe('protocol rule 1: an event id follows from stream, command, index and content', () => {
  it('is the same for the same append', () => {
    expect(id()).toBe(id());
  });

  it('does not depend on the order of keys, at any depth', () => {
    expect(id({ data: { a: { b: 1, c: [1, { d: 1, e: 2 }] } } })).toBe(
      id({ data: { a: { c: [1, { e: 2, d: 1 }], b: 1 } } }),
    );
  });

  it.each([
    ['stream', { stream: 'payment-pay_2' }],
    ['command', { command: 'msg-2' }],
    ['index', { index: 1 }],
    ['type', { type: 'PaymentFailed' }],
    ['content', { data: { hash: '0x2', block: 7 } }],
  ])('differs with another %s', (_what, change) => {
    expect(id(change)).not.toBe(id());
  });

  it('differs with another order of a list', () => {
    expect(id({ data: { list: [1, 2] } })).not.toBe(id({ data: { list: [2, 1] } }));
  });

  it('keeps its value from release to release: stored events are recognised by it', () => {
    expect(id()).toMatchInlineSnapshot(`"be7303a4-ae4a-544a-9965-b2087f880c6a"`);
  });

  it('is the uuid v5 of RFC 9562', () => {
    const namespace = Buffer.from('stablecoin.event');
    fc.assert(
      fc.property(fc.string(), fc.uuid(), fc.nat(9), fc.jsonValue(), (stream, command, index, data) => {
        const made = eventId(stream, command, index, 'Type', data as never);
        const name = `${stream}\n${command}\n${index}\n`;
        expect(made).toBe(v5(`${name}${sha256(`Type\n${canonicalJson(data as never)}`)}`, namespace));
      }),
    );
  });
});

describe('canonicalJson', () => {
  it('says what JSON says, with sorted keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value as never))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(canonicalJson({ b: [1, 'x'], a: null })).toBe('{"a":null,"b":[1,"x"]}');
  });

  it('leaves undefined members out, as JSON does', () => {
    expect(canonicalJson({ a: undefined, b: 1 } as never)).toBe('{"b":1}');
  });
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
