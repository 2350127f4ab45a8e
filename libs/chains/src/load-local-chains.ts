import { createRequire } from 'node:module';
import type * as Launch from './local/launch';

/** Loads what launches local chains, which only who tries the service out has a use for. */
export function loadLocalChains(): typeof Launch {
  return createRequire(__filename)('./local/launch') as typeof Launch;
}
