export { endAtOnce } from './end-at-once';
export { claimRejections } from './rejections';
export type { RejectionClaim } from './rejections';
export { Shutdown } from './shutdown';
export type { StopHook } from './shutdown';
export { handleSignals } from './signals';
export type { ProcessEvents } from './signals';
