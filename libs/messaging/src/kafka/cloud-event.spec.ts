import { aMessage } from '../testing/a-message';
import { fromCloudEvent, toCloudEvent, UnreadableRecordError } from './cloud-event';
import type { CloudEvent } from './cloud-event';

const message = aMessage({
  id: 'evt_1',
  type: 'payment.settled',
  key: 'pay_1',
  sequence: 7,
  time: Date.UTC(2026, 0, 31, 12, 0, 0, 42),
  data: { memo: "d'été ☂" },
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
});

/** As it comes back from the broker. */
function received({ value, headers }: CloudEvent): Parameters<typeof fromCloudEvent>[0] {
  const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)] as const);
  return { key: Buffer.from('pay_1'), value: Buffer.from(value), headers: Object.fromEntries(bytes) };
}

describe('a message as a CloudEvent in binary mode', () => {
  it('has its attributes in the headers and its data in the body', () => {
    expect(toCloudEvent(message)).toEqual({
      value: '{"memo":"d\'été ☂"}',
      headers: {
        ce_specversion: '1.0',
        ce_id: 'evt_1',
        ce_type: 'payment.settled',
        ce_source: '/payment',
        ce_subject: 'pay_1',
        ce_time: '2026-01-31T12:00:00.042Z',
        'content-type': 'application/json',
        ce_sequence: '0000000000000007',
        ce_account: 'acme',
        ce_livemode: 'false',
        ce_correlationid: 'req_1',
        ce_causationid: 'req_1',
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      },
    });
  });

  it('is the same message when it is read', () => {
    expect(fromCloudEvent(received(toCloudEvent(message)))).toEqual(message);
    const actor = { type: 'key', id: 'key_1', name: 'Bücher ☂', ip: '2001:db8::1' } as const;
    const command = aMessage({ id: 'msg_1', livemode: true, actor, expiresAt: Date.UTC(2026, 0, 31, 12, 0, 15, 42) });
    expect(fromCloudEvent(received(toCloudEvent(command)))).toEqual(command);
  });

  it('is read with attributes that it does not know, and with parameters of its content type', () => {
    const { value, headers } = toCloudEvent(message);
    const more = { ...headers, ce_partitionkey: 'x', 'content-type': 'application/json; charset=utf-8' };
    expect(fromCloudEvent(received({ value, headers: more }))).toEqual(message);
  });

  it.each([
    ['there is no header ce_id', { ce_id: '' }],
    ['there is no header content-type', { 'content-type': '' }],
    ['ce_specversion is not 1.0', { ce_specversion: '0.3' }],
    ['content-type is not application/json', { 'content-type': 'application/avro' }],
    ['ce_type is not <service>.<name>', { ce_type: 'com.example.Settled' }],
    ['ce_time is not a time', { ce_time: 'yesterday' }],
    ['ce_livemode is neither true nor false', { ce_livemode: '1' }],
    ['ce_sequence is not a number', { ce_sequence: '-1' }],
    ['ce_actor is not an actor', { ce_actor: 'key_1' }],
    ['ce_actor is not an actor', { ce_actor: 'null' }],
    ['ce_actor is not an actor', { ce_actor: '{"type":"robot","id":"key_1"}' }],
  ])('is refused: %s', (reason, changes) => {
    const { value, headers } = toCloudEvent(message);
    const record = received({ value, headers: { ...headers, ...changes } });
    expect(() => fromCloudEvent(record)).toThrow(new UnreadableRecordError(reason));
  });

  it('is refused without a body, or with one that is not JSON', () => {
    const record = received(toCloudEvent(message));
    expect(() => fromCloudEvent({ ...record, value: null })).toThrow('there is no body');
    expect(() => fromCloudEvent({ ...record, value: Buffer.from('{"a"') })).toThrow('the body is not JSON');
  });
});
