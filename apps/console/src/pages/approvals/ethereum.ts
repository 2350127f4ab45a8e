/** A wallet in the browser, as EIP-1193 describes it. */
export interface BrowserWallet {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

declare global {
  interface Window {
    readonly ethereum?: BrowserWallet;
  }
}

/**
 * The accounts that the person shows to this page; the wallet asks them the first time.
 *
 * @throws what the wallet says; see {@link explainWallet}
 */
export async function accountsOf(wallet: BrowserWallet): Promise<readonly string[]> {
  const accounts = await wallet.request({ method: 'eth_requestAccounts' });
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : [];
}

export async function chainIdOf(wallet: BrowserWallet): Promise<number> {
  return Number(await wallet.request({ method: 'eth_chainId' }));
}

export async function switchChain(wallet: BrowserWallet, chainId: number): Promise<void> {
  await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: `0x${chainId.toString(16)}` }] });
}

/** @param typedData - with the type `EIP712Domain`: see `signable` */
export async function signTypedData(wallet: BrowserWallet, account: string, typedData: object): Promise<string> {
  const signature = await wallet.request({
    method: 'eth_signTypedData_v4',
    params: [account, JSON.stringify(typedData)],
  });
  if (typeof signature !== 'string') throw new Error('The wallet answered without a signature.');
  return signature;
}

/** What a wallet's refusal means, and what to do. */
export function explainWallet(error: unknown): string {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as Partial<
    Record<string, unknown>
  >;
  switch (code) {
    case 4001:
      return 'You declined in your wallet. Nothing was approved.';
    case 4902:
      return 'Your wallet does not know this chain. Add it there, and try again.';
    case -32002:
      return 'Your wallet has a request open already. Open the wallet, answer it, and try again.';
    default:
      return typeof message === 'string' ? `Your wallet refused: ${message}` : 'Your wallet refused without a reason.';
  }
}
