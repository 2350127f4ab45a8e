import type { FastifyRequest } from 'fastify';
import type { OpenStreams } from '../limits/open-streams';
import { callerOf } from './request-context';

/** The streams of events that are open. */
export class OpenEventStreams {
  constructor(
    private readonly streams: OpenStreams,
    private readonly authenticate: (request: FastifyRequest) => Promise<unknown>,
  ) {}

  /**
   * Counts a stream.
   *
   * @returns how to find out whether its caller is still let in, and what ends it
   * @throws ApiError `rate_limited` when too many are open
   */
  begin(request: FastifyRequest): { readonly authenticate: () => Promise<unknown>; readonly close: () => void } {
    return { authenticate: () => this.authenticate(request), close: this.streams.open(callerOf(request)) };
  }
}
