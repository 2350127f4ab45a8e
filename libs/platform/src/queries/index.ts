export { DirectQueries } from './direct-queries';
export * from './queries';
export * from './http-queries';
export * from './query-server';
export * from './routed-queries';
