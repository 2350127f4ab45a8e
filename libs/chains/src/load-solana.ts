import { createRequire } from 'node:module';
import type * as Solana from './solana/open-solana';

/** Loads the Solana adapter, and web3.js with it: a third of a second that only who has configured it waits for. */
export function loadSolana(): typeof Solana {
  return createRequire(__filename)('./solana/open-solana') as typeof Solana;
}
