import { randomUUID } from 'node:crypto';
import { convertToCommandError, AccessDeniedError } from '@eventstore/db-client';
import { StreamIdentifier, UUID, WrongExpectedVersion } from '@eventstore/db-client/generated/shared_pb';
import type { Status } from '@eventstore/db-client/generated/status_pb';
import { BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import { type AppendResult, StreamDeletedError, WrongExpectedRevisionError } from '@stablecoin/event-sourcing';
import type { AppendsCall } from './client';
import { type EncodedEvent, positionOf } from './codec';
import { NoAnswerError, NotCommittedError, NotReadyError, within } from './failures';

/** Events of one stream that are appended together. */
export interface StreamAppend {
  readonly stream: string;
  readonly expected: 'none' | number;
  readonly events: readonly EncodedEvent[];
}

interface Pending {
  readonly append: StreamAppend;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

const JSON_CONTENT = 'application/json';

/**
 * Appends over one call that stays open, which costs the client and the server half of what a call for each does. When
 * the call ends, every append that was not answered fails, and the next one opens another call.
 */
export class AppendStream {
  readonly #pending = new Map<string, Pending>();
  #call: Promise<AppendsCall> | undefined;
  /** The call that the pending appends were sent on. */
  #active: AppendsCall | undefined;
  #closed = false;

  constructor(private readonly open: () => Promise<AppendsCall>) {}

  /**
   * @param timeoutMs - time limit in milliseconds
   * @throws {@link WrongExpectedRevisionError} when the stream is at another revision
   * @throws {@link NoAnswerError} after the time limit: the append may still be carried out
   */
  async append(append: StreamAppend, timeoutMs: number): Promise<AppendResult> {
    const call = await within(timeoutMs, this.#current());
    if (call !== this.#active) throw new NotReadyError('the call of the appends has ended');
    const id = randomUUID();
    return new Promise<AppendResult>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new NoAnswerError(`no answer within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#pending.set(id, { append, timer, resolve, reject });
      call.write(requestFor(id, append));
    });
  }

  /** Ends the call. Call it after the last append has ended. */
  close(): void {
    this.#closed = true;
    this.#call?.then(
      (call) => call.cancel(),
      () => undefined,
    );
  }

  #current(): Promise<AppendsCall> {
    this.#call ??= this.#opened();
    return this.#call;
  }

  async #opened(): Promise<AppendsCall> {
    try {
      const call = await this.open();
      call
        .on('data', (response: BatchAppendResp) => this.#answered(response))
        .on('error', (error) => this.#over(call, convertToCommandError(error)))
        .on('end', () => this.#over(call, new NotReadyError('the server has ended the call of the appends')));
      this.#active = call;
      if (this.#closed) call.cancel();
      return call;
    } catch (error) {
      this.#call = undefined;
      throw error;
    }
  }

  /** Appends that were sent on this call may have been carried out. */
  #over(call: AppendsCall, error: unknown): void {
    // A call that fails also ends, after another was opened.
    if (call !== this.#active) return;
    this.#call = this.#active = undefined;
    const failed = [...this.#pending.values()];
    this.#pending.clear();
    for (const { timer, reject } of failed) {
      clearTimeout(timer);
      reject(error);
    }
  }

  #answered(response: BatchAppendResp): void {
    const id = response.getCorrelationId()?.getString() ?? '';
    const pending = this.#pending.get(id);
    // Given up meanwhile.
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    try {
      pending.resolve(resultOf(response, pending.append));
    } catch (error) {
      pending.reject(error);
    }
  }
}

function requestFor(id: string, { stream, expected, events }: StreamAppend): BatchAppendReq {
  // Without a deadline of the server's clock, which may differ: its own limits apply.
  const options = new BatchAppendReq.Options().setStreamIdentifier(
    new StreamIdentifier().setStreamName(Buffer.from(stream)),
  );
  if (expected === 'none') options.setNoStream(new Empty());
  else options.setStreamPosition(`${expected}`);
  return new BatchAppendReq()
    .setCorrelationId(new UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(events.map(messageFor))
    .setIsFinal(true);
}

function messageFor({ id, type, data, metadata }: EncodedEvent): BatchAppendReq.ProposedMessage {
  const message = new BatchAppendReq.ProposedMessage()
    .setId(new UUID().setString(id))
    .setData(data)
    .setCustomMetadata(metadata);
  message.getMetadataMap().set('type', type).set('content-type', JSON_CONTENT);
  return message;
}

/** @throws what the server says against it */
function resultOf(response: BatchAppendResp, append: StreamAppend): AppendResult {
  const success = response.getSuccess();
  if (success === undefined) throw refusalOf(response.getError(), append);
  const revision = Number(success.getCurrentRevision());
  // A repetition on a stream that was deleted meanwhile: nothing is stored, and nothing has to be waited for.
  if (success.hasNoPosition()) return { revision, position: 0 };
  const position = success.getPosition();
  return {
    revision,
    position: positionOf(
      position === undefined
        ? undefined
        : { commit: BigInt(position.getCommitPosition()), prepare: BigInt(position.getPreparePosition()) },
    ),
  };
}

function refusalOf(status: Status | undefined, { stream, expected }: StreamAppend): Error {
  const details = status?.getDetails();
  const type = details?.getTypeName() ?? '';
  switch (type) {
    case 'event_store.client.WrongExpectedVersion': {
      const wrong = details?.unpack((bytes) => WrongExpectedVersion.deserializeBinary(bytes), type);
      const actual = wrong?.hasCurrentStreamRevision() === true ? Number(wrong.getCurrentStreamRevision()) : 'none';
      return new WrongExpectedRevisionError(stream, expected, actual);
    }
    case 'event_store.client.MaximumAppendSizeExceeded':
      return new RangeError(`the events for ${stream} are more than the event store takes in one append`);
    case 'event_store.client.MaximumAppendEventSizeExceeded':
      return new RangeError(`an event for ${stream} is larger than the event store takes: see its MaxAppendEventSize`);
    case 'event_store.client.StreamDeleted':
      return new StreamDeletedError(stream);
    case 'event_store.client.AccessDenied':
      return new AccessDeniedError();
    case 'google.protobuf.Empty':
      return new NotReadyError(status?.getMessage() ?? 'not ready');
    default:
      return new NotCommittedError(
        `the server did not commit the append: ${status?.getMessage() ?? 'no reason given'}`,
      );
  }
}
