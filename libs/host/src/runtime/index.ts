export { EventStoreInUseError, leadershipLease } from './leadership';
export { openRuntime } from './open-runtime';
export { secretsOf } from './secrets-of';
export type { OpenRuntimeOptions } from './open-runtime';
export {
  databasesWithCheckpoints,
  openGeneration,
  RestoreIncompleteError,
  RestoreNotAcceptedError,
  restoredGeneration,
  StoreBehindError,
} from './generation';
export { noteSent, transactionsAhead } from './last-sent';
export type { IsStored, TransactionAhead } from './last-sent';
export { checkOnchainIdKey, OnchainIdKeyChangedError, requireOnchainIdKey } from './onchain-id-key';
export type { Runtime } from './runtime';
export * from './shutdown';
export * from './threads';
