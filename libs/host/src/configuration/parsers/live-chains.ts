import { parseAddress, chainsOf, CURRENCIES } from '@stablecoin/contracts';
import type { ChainFamily, ChainName, Currency } from '@stablecoin/contracts';
import { listOf } from './list-of';
import { invalidSetting, parser, valid } from './parser';
import type { Parser } from './parser';

/** Where the key of a signer is. */
export type SignerSetting =
  | { readonly kind: 'keystore'; readonly file: string }
  | { readonly kind: 'env'; readonly variable: string }
  | { readonly kind: 'aws-kms' | 'gcp-kms'; readonly key: string };

const SIGNER = 'keystore:<file>, env:<VARIABLE>, aws-kms:<key ARN> or gcp-kms:<key version>';
/** Full names only: an alias, or a key without its version, may be another key tomorrow, and so another account. */
const KMS_KEYS = {
  'aws-kms': /^arn:aws(-[a-z]+)*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/,
  'gcp-kms': /^projects\/[^/\s]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+\/cryptoKeyVersions\/\d+$/,
} as const;

/** Looks at nothing there: whether the key can be read is found when it is opened. */
export const signerUrl: Parser<SignerSetting> = parser(SIGNER, readSignerUrl);

/** The same, or `none`, where something else would bring one. */
export const signerUrlOrNone: Parser<SignerSetting | 'none'> = parser(`${SIGNER}, or none`, (text) =>
  text === 'none' ? text : readSignerUrl(text),
);

export const signerUrls: Parser<readonly SignerSetting[]> = listOf(
  `comma-separated ${SIGNER}, each once`,
  readSignerUrl,
);

/** Endpoints of a chain. They may carry a key, so nothing of them is ever shown. */
export const rpcUrls: Parser<readonly string[]> = listOf(
  'comma-separated URLs with http:// or https://, each once',
  (text) => (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined),
);

/** Token addresses that override those of the network. */
export const tokenAddresses = tokensOf('evm', 'an EVM address');

/** The same on Solana, where a token is a mint. */
export const tokenMints = tokensOf('solana', 'a Solana address');

function tokensOf(family: ChainFamily, form: string): Parser<Readonly<Partial<Record<Currency, string>>>> {
  return {
    takes: `comma-separated currency:address, with USDC or EURC, each once, and ${form}`,
    parse(text) {
      const tokens = new Map<Currency, string>();
      for (const [index, entry] of text.split(',').entries()) {
        const [name, given = ''] = entry.trim().split(':');
        const currency = CURRENCIES.find((each) => each === name);
        const address = parseAddress(given);
        if (currency === undefined || tokens.has(currency) || 'problem' in address || address.family !== family) {
          return invalidSetting(`entry ${index + 1}`);
        }
        tokens.set(currency, address.address);
      }
      return valid(Object.fromEntries(tokens));
    },
  };
}

/** Contracts that say whether an address is under sanctions, by chain. */
export const oracleAddresses: Parser<Readonly<Partial<Record<ChainName, string>>>> = {
  takes: 'comma-separated chain=address, with base or ethereum, each once, and an EVM address',
  parse(text) {
    const oracles = new Map<ChainName, string>();
    for (const [index, entry] of text.split(',').entries()) {
      const [name, given = ''] = entry.trim().split('=');
      const chain = chainsOf('evm').find((each) => each === name);
      const address = parseAddress(given);
      if (chain === undefined || oracles.has(chain) || 'problem' in address || address.family !== 'evm') {
        return invalidSetting(`entry ${index + 1}`);
      }
      oracles.set(chain, address.address);
    }
    return valid(Object.fromEntries(oracles));
  },
};

/** @returns undefined for what names no signer */
export function readSignerUrl(text: string): SignerSetting | undefined {
  const [, scheme, place = ''] = /^(keystore|env|aws-kms|gcp-kms):(.+)$/.exec(text) ?? [];
  if (scheme === 'keystore') return { kind: scheme, file: place };
  // A key that was written in the place of its variable's name is not taken for one.
  if (scheme === 'env') return /^[A-Z][A-Z0-9_]{0,63}$/.test(place) ? { kind: scheme, variable: place } : undefined;
  if (scheme !== 'aws-kms' && scheme !== 'gcp-kms') return undefined;
  return KMS_KEYS[scheme].test(place) ? { kind: scheme, key: place } : undefined;
}
