export { openLinkedRuntime, serveRuntime } from './linked-runtime';
export type { LinkedSettings } from './linked-runtime';
export { ThreadRpc } from './thread-rpc';
export type { ThreadPort } from './thread-rpc';
