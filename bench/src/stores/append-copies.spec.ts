import { type EventMetadata, type Json } from '@stablecoin/event-sourcing';
import { MemoryEventStore } from '@stablecoin/stores';
import { CopyAppender } from './append-copies';
import type { CopiedEvent } from './recording';

const METADATA: EventMetadata = { commandId: 'c', at: 1, correlationId: 'c', account: 'acme', livemode: false };

let ids = 0;
function copied(stream: string, data: Json = null): CopiedEvent {
  return {
    stream,
    id: `event-${++ids}`,
    type: 'Happened',
    data: JSON.stringify(data),
    metadata: JSON.stringify(METADATA),
  };
}

let store: MemoryEventStore;

beforeEach(() => {
  store = new MemoryEventStore();
});

async function namesInOrder(): Promise<readonly string[]> {
  const signal = new AbortController().signal;
  for await (const { events } of store.subscribe({ after: 'start', signal })) return events.map(({ stream }) => stream);
  return [];
}

it('appends events in their order, to new streams and to those that are there', async () => {
  await store.append('treasury-1', 'none', [{ id: 'opened', type: 'Opened', data: null, metadata: METADATA }]);
  const appender = new CopyAppender(store);
  await appender.append([copied('payment-1'), copied('payment-1'), copied('treasury-1'), copied('payment-1')]);
  await appender.append([copied('payment-2'), copied('treasury-1')]);
  await appender.flush();
  expect(await namesInOrder()).toEqual([
    'treasury-1',
    'payment-1',
    'payment-1',
    'treasury-1',
    'payment-1',
    'payment-2',
    'treasury-1',
  ]);
});

it('appends them as they are', async () => {
  const appender = new CopyAppender(store);
  await appender.append([copied('payment-1', { amount: '10000' })]);
  await appender.flush();
  expect(await store.read('payment-1')).toMatchObject([
    { type: 'Happened', data: { amount: '10000' }, metadata: METADATA, revision: 0 },
  ]);
});

it('says so when somebody else writes to the store', async () => {
  const other = [{ id: 'other', type: 'Other', data: null, metadata: METADATA }];
  await store.append('treasury-1', 'none', other);
  const appender = new CopyAppender(store);
  await appender.append([copied('treasury-1')]);
  await appender.flush();
  await store.append('treasury-1', 1, other);
  await appender.append([copied('treasury-1')]);
  await expect(appender.flush()).rejects.toThrow('stream treasury-1 was expected at 1 and is at 2');
});
