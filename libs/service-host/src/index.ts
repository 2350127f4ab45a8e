export * from './process';
export * from './service';
