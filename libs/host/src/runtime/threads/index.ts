export { openRemoteRuntime, serveRuntime } from './remote-runtime';
export type { ThreadSettings } from './remote-runtime';
export { ThreadRpc } from './thread-rpc';
export type { ThreadPort } from './thread-rpc';
