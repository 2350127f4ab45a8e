import { BACKWARDS, END, FORWARDS, NO_STREAM, type ReadStreamOptions, STREAM_EXISTS } from '@eventstore/db-client';
import type { Recorder } from './recorder';

/** Reads, and what becomes of them when a stream is cut short, deleted, revived or closed. */
export async function readSteps(recorder: Recorder): Promise<void> {
  const { client, credentials } = recorder;
  const stream = recorder.stream('read');
  const missing = recorder.stream('nowhere');
  const closed = recorder.stream('tombstone');
  const revisions = async (name: string, options: ReadStreamOptions = {}): Promise<string[]> => {
    const read: string[] = [];
    for await (const { event } of client.readStream(name, options)) read.push(`${event?.revision}`);
    return read;
  };
  const step = (name: string, ...read: Parameters<typeof revisions>): Promise<void> =>
    recorder.step(name, () => revisions(...read));

  const six = Array.from({ length: 6 }, (_, n) => recorder.event(100 + n, n % 2 === 0 ? 'Even' : 'Odd'));
  await client.appendToStream(stream, six, { expectedRevision: NO_STREAM, credentials });
  await recorder.step('read: everything of each event', async () => {
    const lines: string[] = [];
    for await (const { event } of client.readStream(stream)) {
      if (event === undefined) continue;
      const { streamId, revision, id, type, isJson, data, metadata, created, position } = event;
      const number = [100, 101, 102, 103, 104, 105].find((each) => recorder.id(each) === id);
      const dated = created.getTime() > Date.now() - 3_600_000 ? 'now' : 'another time';
      const placed = position === undefined ? 'nowhere' : 'placed';
      const content = JSON.stringify([data, metadata]);
      lines.push([streamId, revision, number, type, isJson ? 'json' : 'bytes', content, dated, placed].join(' '));
    }
    return lines;
  });
  await step('read: two, from 2', stream, { direction: FORWARDS, fromRevision: 2n, maxCount: 2 });
  await step('read: backwards, the last two', stream, { direction: BACKWARDS, fromRevision: END, maxCount: 2 });
  await step('read: backwards from 3', stream, { direction: BACKWARDS, fromRevision: 3n });
  await step('read: from past the end', stream, { direction: FORWARDS, fromRevision: 99n });
  await step('read: missing stream', missing);
  await step('read: missing stream, backwards', missing, { direction: BACKWARDS, fromRevision: END });

  const metadata = async (): Promise<string> =>
    JSON.stringify((await client.getStreamMetadata(stream)).metadata ?? null);
  await recorder.step('metadata: of a stream that has none', metadata);
  await client.setStreamMetadata(stream, { maxCount: 3 }, { credentials });
  await recorder.step('metadata: a stream is bounded', metadata);
  await step('read: bounded stream', stream);
  await client.deleteStream(stream, { credentials });
  await step('read: deleted stream', stream);
  await recorder.append('append: to a deleted stream, expecting none', () =>
    client.appendToStream(stream, recorder.event(120), { expectedRevision: NO_STREAM, credentials }),
  );
  await step('read: revived stream', stream);

  await client.appendToStream(closed, recorder.event(130), { credentials });
  await client.tombstoneStream(closed, { credentials });
  await step('read: closed stream', closed);
  await recorder.append('append: to a closed stream, batch', () => client.appendToStream(closed, recorder.event(131)));
  await recorder.append('append: to a closed stream, plain', () =>
    client.appendToStream(closed, recorder.event(132), { credentials }),
  );
  await recorder.step('delete: missing stream that is to exist', async () => {
    await client.deleteStream(missing, { expectedRevision: STREAM_EXISTS as never, credentials });
    return 'deleted';
  });
}
