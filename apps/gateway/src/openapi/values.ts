import type { IdPrefix } from '@stablecoin/contracts';
import { CHAIN_NAMES, CURRENCIES } from '@stablecoin/contracts';
import { EXAMPLE, EXAMPLE_ULID } from '../http/examples';
import { idPattern } from '../http/validators';
import type { Schema } from '../http/json-schema';
import { known } from './schema';

/** An object's id: the prefix says what it names, the rest is a ULID. */
export function id(prefix: IdPrefix, what: string): Schema {
  return {
    type: 'string',
    pattern: idPattern(prefix),
    description: `Id of ${what}. Ids are ordered by creation.`,
    examples: [`${prefix}_${EXAMPLE_ULID}`],
  };
}

/** The id of the API key or person that did something. */
export function actorId(what: string): Schema {
  return {
    type: 'string',
    pattern: idPattern('key').replace('key', '(key|usr)'),
    description: `Id of the API key or person that ${what}.`,
    examples: [EXAMPLE.key],
  };
}

/** An amount that the service answers with. */
export function amount(description: string, example = '250.00'): Schema {
  return { type: 'string', pattern: '^\\d+\\.\\d{2,6}$', description, examples: [example] };
}

export function time(description: string): Schema {
  return { type: 'string', format: 'date-time', description, examples: [EXAMPLE.createdAt] };
}

export const currency: Schema = known(CURRENCIES, 'The stablecoin: `USDC` or `EURC`.');

export const chain: Schema = known(CHAIN_NAMES, 'The chain: `base`, `ethereum` or `solana`.');

export const address: Schema = {
  type: 'string',
  description: 'EVM address with its EIP-55 checksum, or Solana address in base58.',
  examples: [EXAMPLE.recipient],
};

export const countryCode: Schema = {
  type: 'string',
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo.',
  examples: ['DE'],
};

export const metadata: Schema = {
  type: 'object',
  description: 'Your own key-value data; empty by default.',
  additionalProperties: { type: 'string' },
  examples: [{ order: '1042' }],
};

export const livemode: Schema = { type: 'boolean', description: '`false` in the sandbox.' };
