export * from './audit';
export * from './configuration';
export * from './limits';
export * from './observability';
export * from './process';
export * from './runtime';
export * from './service';
