import type { IdPrefix } from '@stablecoin/contracts';
import { CHAIN_NAMES, CURRENCIES } from '@stablecoin/money';
import type { Schema } from '../open-api';

/** The ULID of the documentation's objects. */
const ULID = '01JZ8Q4M6T3W9XKB2N5RDVC7HE';

/** Objects that the examples are about. Their ids differ in the prefix only. */
export const EXAMPLE = {
  payment: `pay_${ULID}`,
  wallet: `wal_${ULID}`,
  screening: `cpl_${ULID}`,
  attestation: `att_${ULID}`,
  approval: `apr_${ULID}`,
  event: `evt_${ULID}`,
  endpoint: `whe_${ULID}`,
  delivery: `whd_${ULID}`,
  ledgerEntry: `led_${ULID}`,
  key: `key_${ULID}`,
  request: `req_${ULID}`,
  recipient: '0x52908400098527886E0F7030069857D2E4169EE7',
  solanaRecipient: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  walletAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  module: '0x5aC9718ac2D9E1bB0a52dDd41d1c96Ec2d0cd8b1',
  spender: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  approver: '0x27b1fdb04752bbc536007a920d24acb045561c26',
  txHash: '0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd',
  createdAt: '2026-01-31T12:00:00.000Z',
  settledAt: '2026-01-31T12:00:00.042Z',
  tomorrow: '2026-02-01T12:00:00.000Z',
  inYears: '2099-01-31T12:00:00.000Z',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  apiKey: 'svc_test_0F2mYb7Qk9sVtXzR4pLcJ8nHd3gWuE6aTiB1yKoMxNq',
} as const;

/** An object's id: the prefix says what it names, the rest is a ULID. */
export function id(prefix: IdPrefix, what: string): Schema {
  return {
    type: 'string',
    pattern: `^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`,
    description: `Id of ${what}. Ids are ordered by creation.`,
    examples: [`${prefix}_${ULID}`],
  };
}

/** An amount that a client may send. */
export function amountInput(description: string, example: string): Schema {
  return { type: 'string', pattern: '^\\d{1,15}(\\.\\d{1,6})?$', description, examples: [example] };
}

/** An amount that the service answers with. */
export function amount(description: string, example = '250.00'): Schema {
  return { type: 'string', pattern: '^\\d+\\.\\d{2,6}$', description, examples: [example] };
}

export function time(description: string): Schema {
  return { type: 'string', format: 'date-time', description, examples: [EXAMPLE.createdAt] };
}

export function text(description: string, min: number, max: number): Schema {
  return { type: 'string', minLength: min, maxLength: max, description };
}

export const currency: Schema = { type: 'string', enum: CURRENCIES, description: 'The stablecoin.' };

export const chain: Schema = { type: 'string', enum: CHAIN_NAMES, description: 'The chain.' };

/** What may be named by its id. Whether there is such an object is another question. */
export function idInput(description: string, example: string): Schema {
  return { ...text(description, 1, 64), examples: [example] };
}

export const addressInput: Schema = {
  type: 'string',
  minLength: 32,
  maxLength: 44,
  description:
    'EVM: `0x` and 40 hex digits, in lower case or with a correct EIP-55 checksum. Solana: base58 of 32 bytes. The zero ' +
    'address is refused.',
  examples: [EXAMPLE.recipient, EXAMPLE.solanaRecipient],
};

export const address: Schema = {
  type: 'string',
  description: 'EVM address with its EIP-55 checksum, or Solana address in base58.',
  examples: [EXAMPLE.recipient],
};

export const idempotencyKey: Schema = {
  ...text('Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.', 1, 255),
  examples: ['order-1042'],
};

export const countryCode: Schema = {
  type: 'string',
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166-1 alpha-2, upper case.',
  examples: ['DE'],
};

export const livemode: Schema = { type: 'boolean', description: '`false` in the sandbox.' };
