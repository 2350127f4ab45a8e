export * from './leading-parts';
export * from './messages';
export * from './outcome';
export * from './service-parts';
