export * from './durable-dead-letters';
export * from './kysely-dead-letters';
export * from './memory-dead-letters';
export * from './redrive';
