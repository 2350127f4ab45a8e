export { EventStoreInUseError, leadershipLease } from './leadership';
export { openRuntime, secretsOf } from './open-runtime';
export type { OpenRuntimeOptions } from './open-runtime';
export { openGeneration, RestoreIncompleteError, RestoreNotAcceptedError, restoredGeneration } from './generation';
export type { Runtime } from './runtime';
export * from './shutdown';
export * from './threads';
