export * from './databases';
export * from './event-store.contract';
export * from './servers/postgres';
export * from './servers/shared-server';
