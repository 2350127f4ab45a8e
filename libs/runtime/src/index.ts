export { EventStoreInUseError, leadershipLease } from './leadership';
export { openRuntime, secretsOf } from './open-runtime';
export type { OpenRuntimeOptions } from './open-runtime';
export { RestoreIncompleteError, restoredFromOf } from './restored-from';
export type { Runtime } from './runtime';
export * from './shutdown';
export * from './threads';
