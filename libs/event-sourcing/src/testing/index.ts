export * from './event-store.contract';
export * from './eventually';
export * from './faulty-event-store';
export * from './given-when-then';
export * from './manual-clock';
export * from './random';
export * from './recording';
export * from './silent';
