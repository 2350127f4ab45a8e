import RequestQueue from 'kafkajs/src/network/requestQueue';

let mended = false;

/**
 * Patches kafkajs 2.2.4 to poll its request queue only while requests wait. Without the patch each connection polls a
 * thousand times a second, which costs an idle process about 5 % of a CPU (github.com/tulios/kafkajs/issues/1704).
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
