export { DirectQueries } from './direct-queries';
export * from './queries';
export { fromSentError, toSentError } from './query-protocol';
export type { SentError } from './query-protocol';
export * from './http-queries';
export * from './query-server';
export * from './routed-queries';
