import {
  AccessDenied,
  AllStreamPosition,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  Timeout,
  type UUID,
  WrongExpectedVersion,
} from '@eventstore/db-client/generated/shared_pb';
import { Status } from '@eventstore/db-client/generated/status_pb';
import { AppendReq, AppendResp, BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { type ServerDuplexStream, type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js';
import { Any } from 'google-protobuf/google/protobuf/any_pb';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import type { AppendOutcome, EventLog, Expected } from './event-log';
import type { Faults } from './faults';
import type { GroupCommit } from './group-commit';
import { empty, expectedOf, expectedOfBatch, identifier, requiresLeader, streamName, wireEvent } from './messages';
import { ServerFault } from './server-fault';
import type { WireEvent } from './wire-event';

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** One append of a client that sends many on one call, as far as it has come in. */
interface BatchInComing {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: WireEvent[];
}

/** Appends, on both of the client's ways: a call for each, or one call for all. */
export class Appending {
  readonly #batches = new Set<ServerDuplexStream<BatchAppendReq, BatchAppendResp>>();

  constructor(
    private readonly log: EventLog,
    private readonly faults: Faults,
    private readonly commits: GroupCommit,
  ) {}

  /** A call that carries the events of one append. */
  append(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>): void {
    let options = new AppendReq.Options();
    const events: WireEvent[] = [];
    call.on('data', (request: AppendReq) => {
      options = request.getOptions() ?? options;
      const proposed = request.getProposedMessage();
      if (proposed !== undefined) events.push(wireEvent(proposed));
    });
    call.on('end', () => {
      // A connection that breaks ends the call as well, and is known to be broken only after that: an append that came
      // in by half must not be stored.
      setImmediate(() => {
        if (call.cancelled) return;
        this.#answerAppend(options, events, requiresLeader(call.metadata)).then(
          (response) => response !== 'silence' && answer(null, response),
          (error: unknown) => answer(ServerFault.from(error)),
        );
      });
    });
    call.on('error', () => events.splice(0));
  }

  /** A call that stays open, and carries any number of appends. */
  batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    const coming = new Map<string, BatchInComing>();
    const leaderOnly = requiresLeader(call.metadata);
    this.#batches.add(call);
    for (const event of ['cancelled', 'close', 'error']) call.once(event, () => this.#batches.delete(call));
    call.on('data', (request: BatchAppendReq) => {
      const id = request.getCorrelationId();
      const key = id?.getString() ?? '';
      const options = request.getOptions();
      const batch = coming.get(key) ?? begin(options ?? new BatchAppendReq.Options());
      coming.set(key, batch);
      batch.events.push(...request.getProposedMessagesList().map(wireEvent));
      if (!request.getIsFinal()) return;
      coming.delete(key);
      void this.#answerBatch(call, id, batch, leaderOnly);
    });
    call.on('end', () => call.end());
    call.on('error', () => coming.clear());
  }

  /** Ends every open call that carries many, as a server does that shuts down. */
  endBatches(): void {
    for (const call of [...this.#batches])
      call.emit('error', new ServerFault(status.UNKNOWN, 'Server Is Shutting Down'));
  }

  async #answerAppend(
    options: AppendReq.Options,
    events: readonly WireEvent[],
    leaderOnly: boolean,
  ): Promise<AppendResp | 'silence'> {
    await this.faults.pass(leaderOnly);
    const stream = streamName(options.getStreamIdentifier());
    const expected = expectedOf(options);
    const outcome = await this.#carryOut(stream, expected, events);
    return outcome === 'silence' ? outcome : plainAnswer(stream, expected, outcome);
  }

  async #answerBatch(
    call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
    id: UUID | undefined,
    { stream, expected, events }: BatchInComing,
    leaderOnly: boolean,
  ): Promise<void> {
    const response = new BatchAppendResp().setStreamIdentifier(identifier(stream));
    if (id !== undefined) response.setCorrelationId(id);
    try {
      await this.faults.pass(leaderOnly);
      const outcome = await this.#carryOut(stream, expected, events);
      if (outcome !== 'silence' && !call.cancelled) call.write(batchAnswer(response, stream, expected, outcome));
    } catch (error) {
      if (call.cancelled) return;
      const refused = batchRefusal(response, ServerFault.from(error));
      if (refused === undefined) call.emit('error', ServerFault.from(error));
      else call.write(refused);
    }
  }

  async #carryOut(
    stream: string,
    expected: Expected,
    events: readonly WireEvent[],
  ): Promise<AppendOutcome | 'silence'> {
    if (events.some(isMalformed)) throw ServerFault.malformed();
    const { stored, answered } = this.faults.nextAppend();
    if (!stored) return 'silence';
    await this.faults.passCommit(() => this.log.append(stream, expected, events));
    await this.commits.flushed();
    const outcome = await this.log.append(stream, expected, events);
    return answered ? outcome : 'silence';
  }
}

/** What the server takes for a mistake of its own: a call that carries many appends ends with all of them. */
function isMalformed({ id, type }: WireEvent): boolean {
  return type === '' || id === NIL_UUID;
}

function begin(options: BatchAppendReq.Options): BatchInComing {
  return { stream: streamName(options.getStreamIdentifier()), expected: expectedOfBatch(options), events: [] };
}

/** @throws {@link ServerFault} for what this way tells by a status */
function plainAnswer(stream: string, expected: Expected, outcome: AppendOutcome): AppendResp {
  switch (outcome.kind) {
    case 'tombstoned':
      throw ServerFault.streamDeleted(stream);
    case 'too large':
      throw ServerFault.appendTooLarge(outcome.max);
    case 'event too large':
      throw ServerFault.eventTooLarge(outcome);
    case 'appended': {
      const success = new AppendResp.Success().setCurrentRevision(`${outcome.revision}`);
      const position = `${outcome.position}`;
      if (outcome.position === undefined) success.setNoPosition(empty());
      else success.setPosition(new AppendResp.Position().setCommitPosition(position).setPreparePosition(position));
      return new AppendResp().setSuccess(success);
    }
    case 'conflict': {
      const wrong = new AppendResp.WrongExpectedVersion();
      if (outcome.actual === undefined) wrong.setCurrentNoStream(empty());
      else wrong.setCurrentRevision(`${outcome.actual}`);
      if (expected === 'any') wrong.setExpectedAny(empty());
      else if (expected === 'no_stream') wrong.setExpectedNoStream(empty());
      else if (expected === 'stream_exists') wrong.setExpectedStreamExists(empty());
      else wrong.setExpectedRevision(`${expected}`);
      return new AppendResp().setWrongExpectedVersion(wrong);
    }
  }
}

function batchAnswer(
  response: BatchAppendResp,
  stream: string,
  expected: Expected,
  outcome: AppendOutcome,
): BatchAppendResp {
  switch (outcome.kind) {
    case 'tombstoned':
      return failed(response, 'StreamDeleted', new StreamDeleted().setStreamIdentifier(identifier(stream)));
    case 'too large':
      return failed(
        response,
        'MaximumAppendSizeExceeded',
        new MaximumAppendSizeExceeded().setMaxappendsize(outcome.max),
      );
    case 'event too large':
      // Its fields are not in the messages of this client.
      return failed(response, 'MaximumAppendEventSizeExceeded', new Empty());
    case 'appended': {
      const success = new BatchAppendResp.Success().setCurrentRevision(`${outcome.revision}`);
      const position = `${outcome.position}`;
      if (outcome.position === undefined) success.setNoPosition(new Empty());
      else success.setPosition(new AllStreamPosition().setCommitPosition(position).setPreparePosition(position));
      return response.setSuccess(success);
    }
    case 'conflict': {
      const wrong = new WrongExpectedVersion();
      if (outcome.actual === undefined) wrong.setCurrentNoStream(new Empty());
      else wrong.setCurrentStreamRevision(`${outcome.actual}`);
      if (expected === 'any') wrong.setExpectedAny(new Empty());
      else if (expected === 'no_stream') wrong.setExpectedNoStream(new Empty());
      else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new Empty());
      else wrong.setExpectedStreamPosition(`${expected}`);
      return failed(response, 'WrongExpectedVersion', wrong);
    }
  }
}

/** What this way tells as the result of one append; undefined: it ends the call, and with it all that it carries. */
function batchRefusal(response: BatchAppendResp, { code, details }: ServerFault): BatchAppendResp | undefined {
  if (code === status.ABORTED) return failed(response, 'Timeout', new Timeout());
  if (code === status.PERMISSION_DENIED) return failed(response, 'AccessDenied', new AccessDenied());
  if (details !== 'Server Is Not Ready') return undefined;
  const any = new Any();
  any.pack(new Empty().serializeBinary(), 'google.protobuf.Empty');
  return response.setError(new Status().setMessage(details).setDetails(any));
}

function failed(response: BatchAppendResp, type: string, details: { serializeBinary(): Uint8Array }): BatchAppendResp {
  const any = new Any();
  any.pack(details.serializeBinary(), `event_store.client.${type}`);
  const error = new Status();
  error.setMessage(type).setDetails(any);
  return response.setError(error);
}
