export { DirectQueries } from './direct-queries';
export * from './queries';
