export * from './key-file';
export * from './secret-box';
