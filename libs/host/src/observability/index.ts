export * from './health';
export * from './logging';
export * from './metrics';
export * from './tracing';
