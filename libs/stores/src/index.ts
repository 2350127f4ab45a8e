export { checkAppend } from './append-decision';
export * from './backup';
export * from './eventstoredb';
export type { WriterStatistics } from './group-commit/write-queue';
export { MemoryEventStore } from './memory/memory-event-store';
export { openDatabase } from './open-database';
export * from './postgres';
export * from './sqlite';
