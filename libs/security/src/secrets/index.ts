export * from './key-file';
export * from './secret-box';
export * from './sealed-file';
