export { openLinkedRuntime, serveRuntime } from './linked-runtime';
export type { LinkedSettings } from './linked-runtime';
export { ThreadLink } from './thread-link';
export type { ThreadPort } from './thread-link';
