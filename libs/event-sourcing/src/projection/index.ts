export * from './batch-statement';
export { openDatabase } from './database';
export type { AnyKysely, OpenDatabase } from './database';
export type { Projection } from './projection';
export * from './projector';
export * from './rebuild';
