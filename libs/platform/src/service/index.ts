export * from './leading-parts';
export * from './messages';
export * from './outcome';
export * from './read-current';
export * from './service-parts';
