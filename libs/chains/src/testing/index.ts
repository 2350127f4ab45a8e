export { describeWithAnvil } from './anvil';
export * from './evm-chain';
export * from './faulty-transport';
export * from './local-evm';
export { LocalSolana, newOwner } from './solana-chain';
