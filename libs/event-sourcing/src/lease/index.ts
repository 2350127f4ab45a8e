export type * from './lease';
export { LeaseTerm } from './lease-term';
export * from './postgres-lease';
