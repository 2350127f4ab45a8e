import { createRequire } from 'node:module';
import type * as Evm from './evm/open-evm-chains';

/** Loads the EVM adapter, and viem with it: half a second that only who has configured such a chain waits for. */
export function loadEvm(): typeof Evm {
  return createRequire(__filename)('./evm/open-evm-chains') as typeof Evm;
}
