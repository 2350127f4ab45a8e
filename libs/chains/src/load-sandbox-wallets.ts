import { createRequire } from 'node:module';
import type * as Wallets from './evm/wallets/sandbox-wallets';

/** Loads what signs and checks approvals of the sandbox, and viem's utilities with it: only who asks waits for them. */
export function loadSandboxWallets(): typeof Wallets {
  return createRequire(__filename)('./evm/wallets/sandbox-wallets') as typeof Wallets;
}
