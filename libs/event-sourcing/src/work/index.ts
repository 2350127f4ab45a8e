export * from './command-id';
export * from './held-work';
export { createWorkTable, workFrom } from './work-list';
export type { NewWork, WorkRow, WorkTables } from './work-list';
export * from './work-changes';
export * from './worker';
