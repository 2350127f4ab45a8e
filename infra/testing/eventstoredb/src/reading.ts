import { ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { once } from 'node:events';
import type { EventLog, LoggedEvent, ReadRequest } from './event-log';
import type { Faults } from './faults';
import { readEvent, requiresLeader, streamName, streamNotFound } from './messages';
import { ServerFault } from './server-fault';
import { subscribeToAll, subscribeToStream } from './subscribing';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Reads and subscriptions, which are one call of the protocol. */
export class Reading {
  private readonly subscriptions = new Set<ReadCall>();

  constructor(
    private readonly log: EventLog,
    private readonly faults: Faults,
  ) {}

  async read(call: ReadCall): Promise<void> {
    try {
      await this.faults.pass(requiresLeader(call.metadata));
      const options = call.request.getOptions();
      if (options === undefined) throw new Error('a read without options');
      if (options.hasSubscription()) await this.subscribe(call, options);
      else await this.readOnce(call, options);
      call.end();
    } catch (error) {
      if (!call.cancelled) call.emit('error', ServerFault.from(error));
    }
  }

  /** Ends every open subscription: in peace, or as a server does that goes away. */
  endSubscriptions(fault?: ServerFault): void {
    for (const call of this.subscriptions) {
      if (fault === undefined) call.end();
      else call.emit('error', fault);
    }
  }

  private async readOnce(call: ReadCall, options: ReadReq.Options): Promise<void> {
    const request = readRequest(options);
    const stream = options.getStream();
    if (stream === undefined) {
      await send(call, this.log.readAll(request));
      return;
    }
    const name = streamName(stream.getStreamIdentifier());
    if (this.log.isTombstoned(name)) throw ServerFault.streamDeleted(name);
    const events = await this.log.readStream(name, request);
    if (events === undefined) call.write(streamNotFound(name));
    else await send(call, events);
  }

  private async subscribe(call: ReadCall, options: ReadReq.Options): Promise<void> {
    const ended = new AbortController();
    for (const event of ['cancelled', 'close', 'error', 'finish']) call.once(event, () => ended.abort());
    this.subscriptions.add(call);
    try {
      const responses = options.hasStream()
        ? subscribeToStream(this.log, options, ended.signal)
        : subscribeToAll(this.log, options, ended.signal);
      for await (const response of responses) {
        if (ended.signal.aborted) return;
        await write(call, response, ended.signal);
      }
    } finally {
      this.subscriptions.delete(call);
    }
  }
}

function readRequest(options: ReadReq.Options): ReadRequest {
  const all = options.getAll();
  const stream = options.getStream();
  const position = all?.getPosition()?.getCommitPosition();
  const revision = stream?.hasRevision() === true ? stream.getRevision() : undefined;
  const fromEnd = all?.hasEnd() === true || stream?.hasEnd() === true;
  const at = position ?? revision;
  return {
    from: at === undefined ? (fromEnd ? 'end' : 'start') : Number(at),
    backwards: options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS,
    count: Number(options.getCount()),
  };
}

async function send(call: ReadCall, events: AsyncIterable<LoggedEvent>): Promise<void> {
  const ended = new AbortController();
  for (const event of ['cancelled', 'close', 'error']) call.once(event, () => ended.abort());
  for await (const event of events) {
    if (ended.signal.aborted) return;
    await write(call, readEvent(event), ended.signal);
  }
}

/** Sends, and waits while the client does not take any more. */
async function write(call: ReadCall, response: ReadResp, signal: AbortSignal): Promise<void> {
  if (!call.write(response)) await once(call, 'drain', { signal }).catch(() => undefined);
}
