export type * from './lease';
export * from './postgres-lease';
