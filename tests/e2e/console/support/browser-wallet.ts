import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { PrivateKeyAccount } from 'viem/accounts';

const WALLET = join(__dirname, 'in-page', 'wallet.js');

/** Gives the pages of a browser a wallet with one account, on one chain. It signs whatever it is asked to. */
export async function giveWallet(context: BrowserContext, account: PrivateKeyAccount, chainId: number): Promise<void> {
  const answer = (method: string, params: readonly string[]): unknown => {
    switch (method) {
      case 'eth_requestAccounts':
        return [account.address];
      case 'eth_chainId':
        return `0x${chainId.toString(16)}`;
      case 'eth_signTypedData_v4':
        return account.signTypedData(JSON.parse(params[1] ?? '') as Parameters<PrivateKeyAccount['signTypedData']>[0]);
      default:
        throw new Error(`the wallet is asked for ${method}`);
    }
  };
  await context.exposeFunction('askWallet', answer);
  await context.addInitScript({ path: WALLET });
}
