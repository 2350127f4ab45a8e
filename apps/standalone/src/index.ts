export * from './all-services';
export * from './greeting';
export * from './standalone';
