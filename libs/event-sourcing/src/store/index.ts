export { checkAppend } from './append-decision';
export * from './backup';
export * from './event-store';
export * from './eventstoredb';
export { MemoryEventStore } from './memory-event-store';
export type { WriterStatistics } from './group-commit/write-queue';
export * from './postgres';
export * from './sqlite';
export * from './writing-state';
