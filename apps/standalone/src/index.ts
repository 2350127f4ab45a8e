export * from './greeting';
export * from './standalone';
