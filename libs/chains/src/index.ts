export * from './chain';
export * from './registry';
export { Journal, readJournal } from './simulated/journal';
export type { JournalEntry } from './simulated/journal';
export { SimulatedChain } from './simulated/simulated-chain';
export type { SimulatedChainOptions } from './simulated/simulated-chain';
