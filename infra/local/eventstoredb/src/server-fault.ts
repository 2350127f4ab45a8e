import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** A failure as the server tells it: a gRPC status, and the name under which the client knows what it means. */
export class ServerFault extends Error implements ServiceError {
  override readonly name = 'ServerFault';
  readonly metadata = new Metadata();

  constructor(
    readonly code: status,
    readonly details: string,
    exception?: string,
    fields: Readonly<Record<string, string>> = {},
  ) {
    super(details);
    if (exception !== undefined) this.metadata.set('exception', exception);
    for (const [key, value] of Object.entries(fields)) this.metadata.set(key, value);
  }

  static streamDeleted(stream: string): ServerFault {
    const details = `Event stream '${stream}' is deleted.`;
    return new ServerFault(status.FAILED_PRECONDITION, details, 'stream-deleted', { 'stream-name': stream });
  }

  static notLeader({ host, port }: { readonly host: string; readonly port: number }): ServerFault {
    return new ServerFault(status.NOT_FOUND, 'Leader info available', 'not-leader', {
      'leader-endpoint-host': host,
      'leader-endpoint-port': `${port}`,
    });
  }

  static consumerTooSlow(when: 'while live' | 'while transitioning to live'): ServerFault {
    const why = `Consumer too slow to handle event ${when}. Client resubscription required.`;
    return new ServerFault(status.ABORTED, `Operation timed out: ${why}`);
  }

  /** What a request is answered whose form nobody has looked at. */
  static malformed(): ServerFault {
    return new ServerFault(status.UNKNOWN, 'Exception was thrown by handler.');
  }

  static appendTooLarge(max: number): ServerFault {
    const details = `Maximum Append Size of ${max} Exceeded.`;
    return new ServerFault(status.INVALID_ARGUMENT, details, 'maximum-append-size-exceeded', {
      'maximum-append-size': `${max}`,
    });
  }

  static eventTooLarge({
    id,
    bytes,
    max,
  }: {
    readonly id: string;
    readonly bytes: number;
    readonly max: number;
  }): ServerFault {
    const details = `Event with Id: ${id}, Size: ${bytes}, exceeds Maximum Append Event Size of ${max}.`;
    return new ServerFault(status.INVALID_ARGUMENT, details, 'maximum-append-event-size-exceeded');
  }

  /** Whatever went wrong, as something that a client can be told. */
  static from(error: unknown): ServerFault {
    return error instanceof ServerFault ? error : new ServerFault(status.UNKNOWN, String(error));
  }
}
