/** The ULID of the documentation's objects. */
export const EXAMPLE_ULID = '01JZ8Q4M6T3W9XKB2N5RDVC7HE';

/** Objects that the examples are about. Their ids differ in the prefix only. */
export const EXAMPLE = {
  payment: `pay_${EXAMPLE_ULID}`,
  wallet: `wal_${EXAMPLE_ULID}`,
  screening: `cpl_${EXAMPLE_ULID}`,
  attestation: `att_${EXAMPLE_ULID}`,
  approval: `apr_${EXAMPLE_ULID}`,
  event: `evt_${EXAMPLE_ULID}`,
  endpoint: `whe_${EXAMPLE_ULID}`,
  delivery: `whd_${EXAMPLE_ULID}`,
  ledgerEntry: `led_${EXAMPLE_ULID}`,
  key: `key_${EXAMPLE_ULID}`,
  session: `ses_${EXAMPLE_ULID}`,
  member: `usr_${EXAMPLE_ULID}`,
  csrfToken: 'K2pXh0m8vSg3JrQe5uYwLc7dTfNb1aZi9oPxRkVtMys',
  tonight: '2026-01-31T20:00:00.000Z',
  request: `req_${EXAMPLE_ULID}`,
  recipient: '0x52908400098527886E0F7030069857D2E4169EE7',
  solanaRecipient: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  walletAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  module: '0x0282dCDc3c9787C99eb117688C07D9E97DbC5205',
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
