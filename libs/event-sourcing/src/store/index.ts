export { checkAppend } from './append-decision';
export * from './event-store';
export * from './eventstoredb';
export { MemoryEventStore } from './memory-event-store';
export * from './sqlite';
export * from './writing-state';
