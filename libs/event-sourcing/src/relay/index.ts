export * from './publisher';
