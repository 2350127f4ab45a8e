import { ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { status } from '@grpc/grpc-js';
import { once } from 'node:events';
import type { EventLog, LoggedEvent, ReadRequest } from './event-log';
import type { Faults } from './faults';
import { LiveQueue, type Progress, type ReadCall } from './live-queue';
import { readEvent, requiresLeader, streamName, streamNotFound } from './messages';
import { ServerFault } from './server-fault';
import type { ServerVersion } from './server-version';
import { matcher, subscribeToAll, subscribeToStream } from './subscribing';

/** What was read of everything in the log. */
export interface ReadingStatistics {
  /** Subscriptions that were opened. */
  readonly subscriptions: number;
  /** Subscriptions that were ended because their consumer was too slow. */
  readonly dropped: number;
  /** The most reads forwards that were under way at once. */
  readonly readersMax: number;
}

/** Reads and subscriptions, which are one call of the protocol. */
export class Reading {
  readonly #subscriptions = new Set<ReadCall>();
  #opened = 0;
  #dropped = 0;
  #readers = 0;
  #readersMax = 0;

  constructor(
    private readonly log: EventLog,
    private readonly faults: Faults,
    private readonly version: ServerVersion,
  ) {}

  get statistics(): ReadingStatistics {
    return { subscriptions: this.#opened, dropped: this.#dropped, readersMax: this.#readersMax };
  }

  /** Counts anew. */
  forget(): void {
    this.#opened = this.#dropped = this.#readersMax = 0;
  }

  async read(call: ReadCall): Promise<void> {
    try {
      await this.faults.pass(requiresLeader(call.metadata));
      const options = call.request.getOptions();
      if (options === undefined) throw new Error('a read without options');
      if (!options.hasSubscription() && Number(options.getCount()) === 0) throw ServerFault.malformed();
      if (options.hasSubscription()) await this.#subscribe(call, options);
      else await this.#readOnce(call, options);
      call.end();
    } catch (error) {
      if (!call.cancelled) call.emit('error', ServerFault.from(error));
    }
  }

  /** Ends every open subscription, as a connection does that breaks: clients are told one or the other. */
  dropSubscriptions(): void {
    for (const [index, call] of [...this.#subscriptions].entries()) {
      const fault =
        index % 2 === 0
          ? new ServerFault(status.UNAVAILABLE, 'Connection dropped')
          : new ServerFault(status.INTERNAL, 'Received RST_STREAM with code 0');
      call.emit('error', fault);
    }
  }

  async #readOnce(call: ReadCall, options: ReadReq.Options): Promise<void> {
    const request = readRequest(options);
    const stream = options.getStream();
    if (stream === undefined) {
      const isReader = !request.backwards;
      if (isReader) this.#readersMax = Math.max(this.#readersMax, ++this.#readers);
      try {
        await this.#send(call, filtered(this.log.readAll(request), options));
      } finally {
        if (isReader) this.#readers--;
      }
      return;
    }
    const name = streamName(stream.getStreamIdentifier());
    if (this.log.isTombstoned(name)) throw ServerFault.streamDeleted(name);
    const events = await this.log.readStream(name, request);
    if (events === undefined) call.write(streamNotFound(name));
    else await this.#send(call, events);
  }

  async #send(call: ReadCall, events: AsyncIterable<LoggedEvent>): Promise<void> {
    const ended = new AbortController();
    for (const event of ['cancelled', 'close', 'error']) call.once(event, () => ended.abort());
    for await (const event of events) {
      if (ended.signal.aborted) return;
      if (event.position <= this.faults.knowsUpTo) await write(call, readEvent(event), ended.signal);
    }
  }

  async #subscribe(call: ReadCall, options: ReadReq.Options): Promise<void> {
    const ended = new AbortController();
    for (const event of ['cancelled', 'close', 'error', 'finish']) call.once(event, () => ended.abort());
    this.#subscriptions.add(call);
    this.#opened++;
    try {
      const progress: Progress = { phase: 'history' };
      const responses = options.hasStream()
        ? subscribeToStream(this.log, options, progress, ended.signal, this.version)
        : subscribeToAll(this.log, options, progress, ended.signal);
      const queue = new LiveQueue(call, progress, ended.signal);
      for await (const response of responses) {
        await this.faults.thaw();
        if (ended.signal.aborted) return;
        if (placeOf(response) > this.faults.knowsUpTo) continue;
        if (queue.isFull && this.version.sendsHistoryAgain) progress.phase = 'history';
        if (progress.phase === 'history') await queue.send(response);
        else queue.push(response);
      }
    } catch (error) {
      this.#dropped++;
      throw error;
    } finally {
      this.#subscriptions.delete(call);
    }
  }
}

function placeOf(response: ReadResp): number {
  return Number(response.getEvent()?.getCommitPosition() ?? response.getCheckpoint()?.getCommitPosition() ?? 0);
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
    // A filtered read goes on until so many have passed the filter.
    count: options.hasFilter() ? Infinity : Number(options.getCount()),
  };
}

/** @throws {@link ServerFault} for a window of the search that is no larger than the page */
async function* filtered(events: AsyncIterable<LoggedEvent>, options: ReadReq.Options): AsyncGenerator<LoggedEvent> {
  const filter = options.getFilter();
  const count = Number(options.getCount());
  if (filter?.hasMax() === true && filter.getMax() <= count) throw ServerFault.from(new RangeError('maxSearchWindow'));
  const matches = matcher(filter);
  let left = count;
  for await (const event of events) {
    if (!matches(event)) continue;
    yield event;
    left -= 1;
    if (left === 0) return;
  }
}

/** Sends, and waits while the client does not take any more. */
async function write(call: ReadCall, response: ReadResp, signal: AbortSignal): Promise<void> {
  if (!call.write(response)) await once(call, 'drain', { signal }).catch(() => undefined);
}
