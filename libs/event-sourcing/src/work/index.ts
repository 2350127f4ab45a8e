export * from './command-id';
export { addWork, addWorkRows, createWorkTable, postponeWork, removeWork, workFrom } from './work-list';
export type { NewWork, WorkRow, WorkTables } from './work-list';
export * from './worker';
