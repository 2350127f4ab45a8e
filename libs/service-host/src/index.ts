export * from './audit';
export * from './process';
export * from './service';
