declare module 'kafkajs/src/network/requestQueue' {
  /** The requests of one connection, in flight and waiting. Not part of kafkajs's interface: see `request-queue.ts`. */
  export default class RequestQueue {
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests: () => void;
  }
}
