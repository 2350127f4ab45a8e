import {
  END,
  eventTypeFilter,
  FORWARDS,
  START,
  type StreamSubscription,
  type AllStreamSubscription,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Recorder } from './recorder';

/**
 * What subscriptions are sent, and in which order.
 *
 * @param readyWithNothing - the last word of the server to a subscription to a stream that does not exist
 */
export async function subscribeSteps(recorder: Recorder, readyWithNothing: 'confirmation' | 'caughtUp'): Promise<void> {
  const { client, credentials } = recorder;
  let number = 200;
  const append = async (name: string, count = 1, type?: string) =>
    (
      await client.appendToStream(
        recorder.stream(name),
        Array.from({ length: count }, () => recorder.event(number++, type)),
        { credentials },
      )
    ).position ?? START;
  const live = recorder.stream('live');
  await append('live', 2);

  await recorder.step('subscribe: to a stream, from its start', async () => {
    const seen = new Seen(client.subscribeToStream(live, { fromRevision: START }));
    await seen.word('caughtUp');
    await append('live');
    return seen.upToEvent(3);
  });
  await recorder.step('subscribe: to a stream, behind revision 0', () =>
    new Seen(client.subscribeToStream(live, { fromRevision: 0n })).upToEvent(2),
  );
  await recorder.step('subscribe: to a stream, from its end', async () => {
    const seen = new Seen(client.subscribeToStream(live, { fromRevision: END }));
    await seen.word('caughtUp');
    await append('live');
    return seen.upToEvent(1);
  });
  await recorder.step('subscribe: to a stream that does not exist yet', async () => {
    const seen = new Seen(client.subscribeToStream(recorder.stream('later'), { fromRevision: START }));
    await seen.word(readyWithNothing);
    await append('later');
    return seen.upToEvent(1);
  });
  await recorder.step('subscribe: to everything, by prefixes of streams', async () => {
    const fromPosition = await append('mark');
    for (const name of ['px-0', 'px-1', 'px-2']) await append(name);
    await append('other', 100);
    let checkpoints = 0;
    const checkpointReached = (): Promise<void> => Promise.resolve(void (checkpoints += 1));
    const filter = streamNameFilter({ prefixes: [recorder.stream('px-')], checkpointInterval: 1, checkpointReached });
    const seen = new Seen(client.subscribeToAll({ fromPosition, filter }));
    await seen.word('caughtUp');
    await append('px-live');
    return [...(await seen.upToEvent(4)), checkpoints > 0 ? 'checkpoints' : 'no checkpoints'];
  });
  await recorder.step('subscribe: to everything, by prefixes of types', async () => {
    const fromPosition = await append('mark');
    const type = recorder.stream('Type');
    await append('types', 1, `${type}One`);
    await append('types', 1, 'Unrelated');
    await append('types', 1, `${type}Two`);
    return new Seen(client.subscribeToAll({ fromPosition, filter: eventTypeFilter({ prefixes: [type] }) })).upToEvent(
      2,
    );
  });
  await recorder.step('subscribe: ended while idle', async () => {
    const seen = new Seen(client.subscribeToStream(live, { fromRevision: END }));
    await seen.word('caughtUp');
    return seen.ending();
  });
  await recorder.step('subscribe: an iteration ends with the subscription', async () => {
    const subscription = client.subscribeToStream(live, { fromRevision: START });
    let events = 0;
    for await (const _ of subscription) {
      events += 1;
      if (events === 4) await subscription.unsubscribe();
    }
    return `${events} events`;
  });
  await recorder.step('read: everything, from a position on', async () => {
    const fromPosition = await append('mark');
    await append('ra', 2);
    const own: string[] = [];
    for await (const { event } of client.readAll({ direction: FORWARDS, fromPosition, maxCount: 50 })) {
      if (event?.streamId.startsWith(recorder.stream('')) === true) own.push(`${event.streamId}@${event.revision}`);
    }
    return own;
  });
  await recorder.append('append: with a deadline', () =>
    client.appendToStream(recorder.stream('deadline'), recorder.event(900), { deadline: 5_000 }),
  );
}

/** What has come out of a subscription so far. */
class Seen {
  readonly #lines: string[] = [];
  #check: () => void = () => undefined;

  constructor(private readonly subscription: StreamSubscription | AllStreamSubscription) {
    for (const word of ['confirmation', 'caughtUp', 'end', 'close'] as const) {
      (subscription as StreamSubscription).on(word as 'close', () => this.#add(word));
    }
    subscription.on('error', (error: Error) => this.#add(`error ${error.message}`));
    (subscription as StreamSubscription).on('data', ({ event }) =>
      this.#add(`${event?.streamId}@${event?.revision} ${event?.type}`),
    );
  }

  word(word: string): Promise<void> {
    return this.#until(() => this.#lines.includes(word));
  }

  /** Everything up to the so manieth event; ends the subscription. */
  async upToEvent(count: number): Promise<readonly string[]> {
    await this.#until(() => this.#lines.filter((line) => line.includes('@')).length >= count);
    const lines = [...this.#lines];
    await this.subscription.unsubscribe();
    return lines;
  }

  /** Ends the subscription, and tells what was said at the end. */
  async ending(): Promise<readonly string[]> {
    const before = this.#lines.length;
    await this.subscription.unsubscribe();
    await this.word('close');
    return this.#lines.slice(before);
  }

  #add(line: string): void {
    this.#lines.push(line);
    this.#check();
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#check = () => {
        if (holds()) resolve();
      };
      this.#check();
    });
  }
}
