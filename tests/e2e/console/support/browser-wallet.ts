import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { PrivateKeyAccount } from 'viem/accounts';

const WALLET = join(__dirname, 'in-page', 'wallet.js');
const ETHEREUM = 1;
/** EIP-1193: the person has declined. */
const DECLINED = { code: 4001, message: 'User rejected the request.' };

/** What a wallet and its person do before they sign. */
interface Reluctance {
  /** The wallet begins on Ethereum, and knows one other chain. */
  readonly isElsewhere: boolean;
  /** The person declines the first signature that they are asked for. */
  readonly declinesOnce: boolean;
}

/** Gives the pages of a browser a wallet with one account, whose person signs whatever they are asked to. */
export async function giveWallet(
  context: BrowserContext,
  account: PrivateKeyAccount,
  chainId: number,
  { isElsewhere, declinesOnce }: Reluctance = { isElsewhere: false, declinesOnce: false },
): Promise<void> {
  let isOn = isElsewhere ? ETHEREUM : chainId;
  let hasDeclined = !declinesOnce;
  const sign = async (typedData: string): Promise<object> => {
    if (!hasDeclined) {
      hasDeclined = true;
      return { error: DECLINED };
    }
    const parsed = JSON.parse(typedData) as Parameters<PrivateKeyAccount['signTypedData']>[0];
    return { result: await account.signTypedData(parsed) };
  };
  const answer = (method: string, params: readonly unknown[]): object | Promise<object> => {
    switch (method) {
      case 'eth_requestAccounts':
        return { result: [account.address] };
      case 'eth_chainId':
        return { result: `0x${isOn.toString(16)}` };
      case 'wallet_switchEthereumChain':
        isOn = Number((params[0] as { readonly chainId: string }).chainId);
        return isOn === chainId ? { result: null } : { error: { code: 4902, message: 'Unknown chain.' } };
      case 'eth_signTypedData_v4':
        return sign(params[1] as string);
      default:
        throw new Error(`the wallet is asked for ${method}`);
    }
  };
  await context.exposeFunction('askWallet', answer);
  await context.addInitScript({ path: WALLET });
}
