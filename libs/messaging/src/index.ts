export * from './bus';
export * from './dead-letters';
export * from './in-process';
export * from './kafka';
export * from './message-consumer';
export type { MessagingLog, MessagingMeter } from './observability';
export * from './rethrow-filter';
export * from './retry-policy';
