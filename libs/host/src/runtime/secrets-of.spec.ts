import { readConfiguration, VARIABLES } from '../configuration';
import { secretsOf } from './secrets-of';

const KEY = Buffer.alloc(32, 7).toString('base64');
/** What a log line must not hold, by variable. */
const SECRETS: Readonly<Record<string, string>> = {
  SECRETS_KEY: KEY,
  ONCHAIN_ID_KEY: Buffer.alloc(32, 8).toString('base64'),
  SERVICE_TOKEN: 'service-token-0123456789abcdef',
  KEYSTORE_PASSPHRASE: 'correct horse battery',
  OIDC_CLIENT_SECRET: 'oidc-client-secret',
  SCREENING_SECRET: `whsec_${Buffer.alloc(24, 9).toString('base64')}`,
  CHAINALYSIS_API_KEY: 'chainalysis-api-key',
  TRM_API_KEY: 'trm-api-key-0123',
  BASE_RPC_URLS: 'https://one.example/base-key,https://two.example/base-key',
  ETHEREUM_RPC_URLS: 'https://one.example/ethereum-key',
  SOLANA_RPC_URLS: 'https://one.example/solana-key',
  BOOTSTRAP_API_KEYS: 'svc_test_0123456789abcdef:acme:scale',
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=otlp-header-0123',
};
const SIGNERS = ['EVM_TREASURY', 'EVM_RELAYER', 'EVM_SPENDER', 'EVM_APPROVAL', 'SOLANA_TREASURY', 'SOLANA_FEE_PAYER'];
const env: Readonly<Record<string, string>> = {
  ...SECRETS,
  ...Object.fromEntries(SIGNERS.map((name) => [`${name}_KEY`, `key of ${name}`])),
  EVM_TREASURY_SIGNER: 'env:EVM_TREASURY_KEY',
  EVM_RELAYER_SIGNERS: 'env:EVM_RELAYER_KEY',
  EVM_SPENDER_SIGNER: 'env:EVM_SPENDER_KEY',
  EVM_APPROVAL_SIGNER: 'env:EVM_APPROVAL_KEY',
  SOLANA_TREASURY_SIGNER: 'env:SOLANA_TREASURY_KEY',
  SOLANA_FEE_PAYER_SIGNER: 'env:SOLANA_FEE_PAYER_KEY',
  OIDC_ISSUER: 'https://idp.example.com',
  OIDC_CLIENT_ID: 'payments',
  PUBLIC_URL: 'https://pay.example.com',
  CHAIN_NETWORK: 'testnet',
  LIVE_ACCOUNT: 'acme',
  SCREENING_KYC: 'none',
  SCREENING_TRAVEL_RULE: 'none',
  EVENT_STORE_URL: 'kurrentdb://payments:store-p%40ssword@db.example:2113',
  DATABASE_URL: 'postgres://payments:database-password@db.example:5432/payments',
  BUS_URL: 'kafka://payments:bus-password@kafka.example:9092?sasl=plain',
  RATE_LIMIT_URL: 'redis://payments:redis-password@redis.example:6379',
};

describe('The secrets that no log line holds', () => {
  const known = secretsOf(readConfiguration(env), env);

  it('are listed here for every secret variable', () => {
    const secret = Object.values(VARIABLES).filter((variable) => variable.secret);
    expect(secret.map(({ name }) => name).toSorted()).toEqual(Object.keys(SECRETS).toSorted());
  });

  it.each(Object.entries(SECRETS).flatMap(([name, value]) => value.split(',').map((part) => [name, part] as const)))(
    'include each value of %s: %s',
    (_, value) => {
      expect(known).toContain(value);
    },
  );

  it.each(SIGNERS)('include the key of the signer %s', (name) => {
    expect(known).toContain(`key of ${name}`);
  });

  it.each(['store-p%40ssword', 'store-p@ssword', 'database-password', 'bus-password', 'redis-password'])(
    'include the password of a server: %s',
    (password) => {
      expect(known).toContain(password);
    },
  );

  it('are none that are empty', () => {
    expect(secretsOf(readConfiguration({ EVENT_STORE_URL: 'memory:' }), {})).toEqual([]);
  });
});
