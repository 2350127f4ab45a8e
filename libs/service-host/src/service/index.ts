export * from './leader-components';
export * from './messages';
export * from './outcome';
export * from './read-current';
export * from './read-model-cache';
export * from './service-components';
export * from './service-host';
