export * from './publisher';
export type { Steps } from './key-lanes';
