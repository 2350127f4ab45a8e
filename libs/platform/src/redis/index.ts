export * from './redis-scripts';
