/** Where a signer's key is, as the configuration names it: `keystore:<file>`, `env:<VARIABLE>`. */
export type SignerUrl =
  { readonly kind: 'keystore'; readonly file: string } | { readonly kind: 'env'; readonly variable: string };
