export * from './publisher';
export type { Steps } from './ordering-keys';
