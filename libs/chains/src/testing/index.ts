export { describeWithAnvil } from './describe-with-anvil';
export * from './evm-chain';
export * from './faulty-transport';
export * from '../local/local-evm';
export { LocalSolana, TREASURY_MONEY, newOwner } from './solana-chain';
export type { SolanaFront } from '../local/solana-front';
export { gasOnChain, heldOnChain } from './held-on-chain';
export type { LocalChainsDescription } from '../local/local-chains-file';
