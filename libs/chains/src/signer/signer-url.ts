/** Where a signer's key is: `keystore:<file>`, `env:<VARIABLE>`. */
export type SignerUrl =
  { readonly kind: 'keystore'; readonly file: string } | { readonly kind: 'env'; readonly variable: string };

/** What {@link parseSignerUrl} takes, for the line that refuses something else. */
export const SIGNER_URLS = 'keystore:<file> or env:<VARIABLE>';

/** Reads where a key is; `undefined` for what names no place. It looks at nothing there. */
export function parseSignerUrl(text: string): SignerUrl | undefined {
  const [, scheme, rest = ''] = /^([a-z-]+):(.+)$/.exec(text) ?? [];
  if (scheme === 'keystore') return { kind: 'keystore', file: rest };
  // A key that was written here in the place of its variable's name is not taken for one.
  if (scheme === 'env' && /^[A-Z][A-Z0-9_]{0,63}$/.test(rest)) return { kind: 'env', variable: rest };
  return undefined;
}
