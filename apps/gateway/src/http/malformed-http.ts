import { ApiError, newId } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import type { FastifyServerOptions } from 'fastify';
import type { Server } from 'node:http';

/** Answers malformed HTTP, which reaches no route, with the error body of the API. */
export function answerMalformedHttp(clock: Clock): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error, socket) => {
    // The client is gone, or has its answer.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = newId('req', clock.now());
    const refusal = new ApiError('invalid_request', 'This is no valid HTTP request.');
    const body = JSON.stringify(refusal.body(requestId));
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nsvc-request-id: ${requestId}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  };
}

/** Ignores an unknown `Expect` header, as RFC 9110 allows. Node would answer 417 without a body. */
export function answerWhateverIsExpected(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
