export * from './process';
export * from './runtime';
export * from './service';
export * from './shutdown';
export * from './threads';
