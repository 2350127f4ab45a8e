import {
  ANY,
  type AppendExpectedRevision,
  type AppendToStreamOptions,
  binaryEvent,
  type EventData,
  NO_STREAM,
  STREAM_EXISTS,
} from '@eventstore/db-client';
import type { Recorder } from './recorder';

/** Appends on one of the client's two ways: what repeats, what conflicts, what is too large. */
export async function appendSteps(recorder: Recorder, way: 'batch' | 'plain'): Promise<void> {
  const numbered = way === 'batch' ? 0 : 1_000;
  const event = (number: number): EventData => recorder.event(numbered + number);
  const events = (first: number, count: number): EventData[] =>
    Array.from({ length: count }, (_, index) => event(first + index));
  const to = (
    stream: string,
    what: EventData | EventData[],
    expectedRevision?: AppendExpectedRevision,
    more: AppendToStreamOptions = {},
  ) =>
    recorder.client.appendToStream(recorder.stream(`${way}_${stream}`), what, {
      ...(way === 'plain' ? { credentials: recorder.credentials } : {}),
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
      ...more,
    });
  const step = (name: string, ...append: Parameters<typeof to>): Promise<void> =>
    recorder.append(`${way}: ${name}`, () => to(...append));

  await step('new stream, expecting none', 'a', event(1), NO_STREAM);
  await step('the same again, expecting none', 'a', event(1), NO_STREAM);
  await step('another, expecting none', 'a', event(2), NO_STREAM);
  await step('exact revision', 'a', event(3), 0n);
  await step('the same again, exact revision', 'a', event(3), 0n);
  await step('another, revision behind', 'a', event(4), 0n);
  await step('revision ahead', 'a', event(5), 9n);
  await step('exact revision of a missing stream', 'missing', event(6), 0n);
  await step('expecting a stream that exists', 'a', event(7), STREAM_EXISTS);
  await step('expecting a stream that does not exist', 'missing', event(8), STREAM_EXISTS);
  await step('expecting anything of a new stream', 'b', event(9), ANY);
  await step('expecting nothing', 'b', event(10));
  await step('the same again, expecting anything', 'b', event(10), ANY);
  await step('ten at once', 'c', events(20, 10), NO_STREAM);
  await step('the same ten again', 'c', events(20, 10), NO_STREAM);
  await step('the first five of the ten', 'c', events(20, 5), NO_STREAM);
  await step('the last five of the ten', 'c', events(25, 5), NO_STREAM);
  await step('two known and a new one', 'c', [...events(20, 2), event(31)], NO_STREAM);
  await step('no events to a new stream', 'd', [], NO_STREAM);
  const large = recorder.event(numbered + 40, 'Large', { text: 'x'.repeat(1_200_000) });
  await step('over the limit', 'e', large, NO_STREAM);
  await step('after the one over the limit', 'e', event(41), NO_STREAM);
  await step('a conflict that is not to be thrown', 'a', event(42), 0n, { throwOnAppendFailure: false } as never);
  const bytes = binaryEvent({ id: recorder.id(numbered + 43), type: 'Bytes', data: Buffer.from('raw') });
  await step('bytes', 'f', bytes, NO_STREAM);
  await recorder.step(`${way}: two writers at one revision`, async () => {
    await to('g', event(50), NO_STREAM);
    const outcomes = await Promise.allSettled([to('g', event(51), 0n), to('g', event(52), 0n)]);
    return outcomes
      .map((outcome) => (outcome.status === 'fulfilled' ? 'appended' : recorder.failure(outcome.reason)))
      .sort();
  });
}
