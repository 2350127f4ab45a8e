/**
 * Where a signer's key is, as the configuration names it: `keystore:<file>`, `env:<VARIABLE>`, `aws-kms:<key ARN>`,
 * `gcp-kms:<key version>`.
 */
export type SignerUrl =
  | { readonly kind: 'keystore'; readonly file: string }
  | { readonly kind: 'env'; readonly variable: string }
  | { readonly kind: 'aws-kms' | 'gcp-kms'; readonly key: string };

/** Where a key is that never comes into this process. */
export type KmsUrl = Extract<SignerUrl, { readonly key: string }>;
