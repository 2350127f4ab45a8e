export { describeWithAnvil } from './describe-with-anvil';
export * from './evm-chain';
export * from './faulty-transport';
export * from './paid-out';
export * from './unreliable-endpoint';
export * from '../local/local-evm';
export { LocalSolana, newOwner } from './solana-chain';
export { heldOnChain } from './held-on-chain';
export type { LocalChainsDescription } from '../local/local-chains-file';
