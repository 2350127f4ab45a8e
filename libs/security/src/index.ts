export * from './egress';
export * from './secrets';
