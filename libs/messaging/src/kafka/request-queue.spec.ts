import RequestQueue from 'kafkajs/src/network/requestQueue';
import { mendRequestQueue } from './request-queue';

/** One as kafkajs makes it, as far as waiting requests go. */
function queueWith(pending: readonly unknown[]): RequestQueue & { throttleCheckTimeoutId: NodeJS.Timeout | null } {
  const fields = { pending, throttledUntil: -1, throttleCheckTimeoutId: null, checkPendingRequests: () => undefined };
  return Object.assign(Object.create(RequestQueue.prototype) as RequestQueue, fields);
}

describe("kafkajs's queue of requests", () => {
  beforeAll(mendRequestQueue);

  it('looks for requests that wait for as long as there are any', () => {
    const queue = queueWith([{}]);
    queue.scheduleCheckPendingRequests();
    expect(queue.throttleCheckTimeoutId).not.toBeNull();
    clearTimeout(queue.throttleCheckTimeoutId ?? undefined);
  });

  it('does not look when none waits', () => {
    const queue = queueWith([]);
    queue.scheduleCheckPendingRequests();
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });
});
