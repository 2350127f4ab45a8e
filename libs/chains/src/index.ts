export * from './chain';
export * from './registry';
export * from './signer/signer';
export * from './signer/signer-url';
export { Journal, readJournal } from './simulated/journal';
export type { JournalEntry } from './simulated/journal';
export { SimulatedChain } from './simulated/simulated-chain';
export type { SimulatedChainOptions } from './simulated/simulated-chain';
