/** A wallet on chain that may be used. */
export interface LiveWallet {
  readonly walletId: string;
  readonly account: string;
  readonly address: string;
}
