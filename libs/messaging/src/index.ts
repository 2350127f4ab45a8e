export * from './bus';
export { BusTransport } from './bus-transport';
export type { Handler } from './consumer';
export * from './dead-letters';
export * from './in-process';
export * from './kafka';
export type { MessagingLog, MessagingMeter } from './observability';
export * from './rethrow-filter';
export * from './retry-policy';
