import RequestQueue from 'kafkajs/src/network/requestQueue';

let mended = false;

/**
 * kafkajs 2.2.4 looks a thousand times a second, on every connection, whether a request waits for its turn: about a
 * twentieth of a processor for a process that does nothing (github.com/tulios/kafkajs/issues/1704). Here it looks only
 * while one waits; whatever lets a request wait asks for a look itself.
 */
export function mendRequestQueue(): void {
  if (mended) return;
  mended = true;
  const { prototype } = RequestQueue;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (): void {
    if (this.pending.length > 0) schedule.call(this);
  };
}
