import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { type AppendReq, type BatchAppendReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { Metadata } from '@grpc/grpc-js';
import type { Expected, LoggedEvent } from './event-log';
import type { WireEvent } from './wire-event';

/** .NET's ticks, of 100 ns each, in a millisecond. */
const TICKS_PER_MS = 10_000n;
const JSON_CONTENT = 'application/json';

/** Whether a call is to be answered by the leader only. */
export function requiresLeader(metadata: Metadata): boolean {
  return metadata.get('requires-leader').length > 0;
}

export const empty = (): Empty => new Empty();

export function identifier(stream: string): StreamIdentifier {
  return new StreamIdentifier().setStreamName(Buffer.from(stream));
}

export function streamName(given: StreamIdentifier | undefined): string {
  return Buffer.from(given?.getStreamName_asU8() ?? []).toString('utf8');
}

export function readEvent(event: LoggedEvent): ReadResp {
  const position = `${event.position}`;
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(event.id))
    .setStreamIdentifier(identifier(event.stream))
    .setStreamRevision(`${event.revision}`)
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.json ? JSON_CONTENT : 'application/octet-stream')
    .set('created', `${BigInt(event.created) * TICKS_PER_MS}`);
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position));
}

export function checkpoint(commit: number, prepare: number): ReadResp {
  return new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint().setCommitPosition(`${commit}`).setPreparePosition(`${prepare}`),
  );
}

export function confirmation(): ReadResp {
  return new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID()));
}

export function caughtUp(): ReadResp {
  return new ReadResp().setCaughtUp(new ReadResp.CaughtUp());
}

export function streamNotFound(stream: string): ReadResp {
  return new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)));
}

export function wireEvent(proposed: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): WireEvent {
  const metadata = proposed.getMetadataMap();
  return {
    id: proposed.getId()?.getString() ?? '',
    type: metadata.get('type') ?? '',
    json: metadata.get('content-type') === JSON_CONTENT,
    data: proposed.getData_asU8(),
    metadata: proposed.getCustomMetadata_asU8(),
  };
}

export function expectedOf(options: AppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasRevision() ? Number(options.getRevision()) : 'any';
}

export function expectedOfBatch(options: BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasStreamPosition() ? Number(options.getStreamPosition()) : 'any';
}
