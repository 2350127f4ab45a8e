export * from './environment';
export * from './event-store';
export type * from './lease';
export { currentInstant, LeaseTerm } from './lease-term';
export type { AnyKysely, OpenDatabase } from './open-database';
export * from './tracing';
export * from './writing-state';
