export * from './kysely-dead-letters';
export * from './memory-dead-letters';
export * from './redrive';
