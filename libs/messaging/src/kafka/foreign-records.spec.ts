import { Random } from '@stablecoin/event-sourcing/testing';
import { UnreadableRecordError, fromCloudEvent, toCloudEvent, type ReceivedRecord } from './cloud-event';

const RECORDS = 10_000;

it('10,000 records of others are each read or refused as unreadable, and ours between them are read', () => {
  const random = new Random(46);
  let refused = 0;
  for (let index = 0; index < RECORDS; index++) {
    const isOurs = index % 10 === 0;
    const record = isOurs ? oursOf(index) : foreignOf(random, index);
    try {
      const { id } = fromCloudEvent(record);
      if (isOurs) expect(id).toBe(`msg_${index}`);
    } catch (error) {
      expect(isOurs).toBe(false);
      expect(error).toBeInstanceOf(UnreadableRecordError);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(RECORDS / 2);
});

function oursOf(index: number): ReceivedRecord {
  const { headers, value } = toCloudEvent({
    ...{ id: `msg_${index}`, type: 'payment.settled', key: 'pay_1', time: 1_790_000_000_000, data: { index } },
    ...{ account: 'acct_1', livemode: false, correlationId: 'req_1', causationId: 'req_1' },
  });
  return { key: Buffer.from('pay_1'), value: Buffer.from(value), headers };
}

/** CloudEvents in structured mode and of other producers, and records of programs that know nothing of CloudEvents. */
function foreignOf(random: Random, index: number): ReceivedRecord {
  const ours = oursOf(index);
  const value = random.pick([
    null,
    Buffer.alloc(0),
    Buffer.from('null'),
    Buffer.from('[1e999]'),
    Buffer.from('{"specversion":"1.0","type":"com.example.object.deleted","data":{}}'),
    Buffer.from([0, 0, 0, 0, 7, 2, 18]),
    Buffer.from('\ufeff{}'),
    Buffer.from('<event/>'),
  ]);
  const odd = random.pick<NonNullable<ReceivedRecord['headers']>>([
    {},
    { 'content-type': 'application/cloudevents+json; charset=UTF-8' },
    { ce_specversion: '0.3' },
    { ce_type: 'com.example.object.deleted.v2' },
    { ce_time: '2026-01-31T12:00:00.123456789Z' },
    { ce_time: 'yesterday' },
    { ce_sequence: '-1' },
    { ce_livemode: Buffer.from('TRUE') },
    { ce_id: [Buffer.from('one'), Buffer.from('two')] },
    { ce_actor: '{"type":"robot"}' },
    { ce_subject: undefined },
    { ce_partitionkey: 'a', ce_dataschema: 'https://example.com/schema', 'x-b3-traceid': Buffer.from([1, 2, 3]) },
    { ce_expirytime: '' },
  ]);
  const headers = random.pick<ReceivedRecord['headers']>([undefined, odd, { ...ours.headers, ...odd }]);
  return { key: random.pick([null, Buffer.alloc(0), Buffer.from([255])]), value, headers };
}
