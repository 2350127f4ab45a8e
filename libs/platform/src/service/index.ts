export * from './leader-components';
export * from './messages';
export * from './outcome';
export * from './read-current';
export * from './service-components';
