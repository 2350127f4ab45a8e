export * from './event-store';
export { MemoryEventStore } from './memory-event-store';
export * from './sqlite';
