export { causeChain, describeError } from './cause-chain';
export { retryOf, ServiceError } from './service-error';
export type { Retry } from './service-error';
