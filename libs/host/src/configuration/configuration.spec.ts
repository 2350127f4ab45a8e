import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES_BEHIND_GATEWAY } from '@stablecoin/contracts';
import { ConfigurationError, readConfiguration } from './configuration';
import { envExample } from './env-example';
import type { Variable } from './variable';
import { VARIABLES } from './variables';

const KEY = Buffer.alloc(32, 7).toString('base64');

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfiguration(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfiguration', () => {
  it('needs nothing: every variable has a default or may be left out', () => {
    expect(readConfiguration({})).toEqual({
      port: 3000,
      gatewayThread: true,
      console: true,
      leaderSilenceMs: 2_500,
      host: '127.0.0.1',
      metricsPort: null,
      trustProxy: false,
      keepAliveMs: 72_000,
      dataDir: './data',
      eventStore: 'sqlite',
      bus: 'memory',
      database: 'sqlite',
      databaseConnectionsMax: 10,
      rateLimit: 'memory',
      rateLimits: {},
      sandboxBytesPerDay: 1_000_000_000,
      signInRate: 1,
      requestsInProgressMax: 256,
      requestsQueuedMax: 2_048,
      services: null,
      queryPort: 3001,
      serviceToken: null,
      queryUrls: Object.fromEntries(SERVICES_BEHIND_GATEWAY.map((name) => [name, null])),
      bootstrapApiKeys: [],
      secretsKey: null,
      liveAccount: null,
      chains: null,
      liveChains: { evm: null, solana: null },
      screening: {
        sources: null,
        deposits: false,
        travelRuleThreshold: 1_000_000_000n,
        list: {
          urls: ['https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.XML'],
          refreshMs: 6 * 3_600_000,
          maxAgeMs: 72 * 3_600_000,
          accepted: [],
        },
        http: null,
        chainalysis: null,
        trm: null,
      },
      publicUrl: null,
      oidc: null,
      onchainIdKey: null,
      replication: null,
      restoredFrom: null,
      allowUnpatchedNode: false,
      keystorePassphrase: null,
      waitMs: 10_000,
      paymentMin: 10_000n,
      paymentMax: 1_000_000_000_000n,
      approvalTtlMs: 24 * 3_600_000,
      reviewTtlMs: 24 * 3_600_000,
      reviewFourEyes: false,
      screeningDeadlineMs: 60_000,
      screeningCacheMs: 24 * 3_600_000,
      reservationOverdueMs: 60_000,
      treasuryLookMs: 10_000,
      webhookScheduleMs: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1_000),
      webhookTimeoutMs: 15_000,
      webhookDisableAfterMs: 5 * 24 * 3_600_000,
      webhookAllowPrivate: { sandbox: 'loopback', live: 'none' },
      sandboxOpeningBalance: 1_000_000_000_000n,
      sandboxSettlementMs: 0,
      sandboxValidityMs: 5_000,
      sandboxChainJournal: null,
      otlpEndpoint: null,
      otlpProtocol: 'http/protobuf',
      otlpHeaders: null,
      tracesSampler: 'parentbased_always_on',
      tracesSamplerArg: 1,
      otelServiceName: null,
      logLevel: 'info',
      shutdownMs: 10_000,
    });
  });

  it('lets live keys have webhooks on loopback where the chains are local, unless it is told not to', () => {
    const live = (environment: Record<string, string>) => readConfiguration(environment).webhookAllowPrivate.live;
    expect(live({ CHAINS: 'local' })).toBe('loopback');
    expect(live({ CHAINS: 'local', WEBHOOK_ALLOW_PRIVATE: 'none' })).toBe('none');
    expect(live({})).toBe('none');
  });

  it.each([
    ['127.0.0.1', 'loopback'],
    ['localhost', 'loopback'],
    ['::1', 'loopback'],
    ['0.0.0.0', 'none'],
    ['::', 'none'],
    ['10.0.0.7', 'none'],
    ['pod.example', 'none'],
  ])('lets sandbox webhooks reach loopback only while nobody else reaches the service: HOST=%s', (HOST, sandbox) => {
    expect(readConfiguration({ HOST }).webhookAllowPrivate).toEqual({ sandbox, live: 'none' });
    expect(readConfiguration({ HOST, CHAINS: 'local' }).webhookAllowPrivate.live).toBe(sandbox);
    expect(readConfiguration({ HOST, WEBHOOK_ALLOW_PRIVATE: 'all' }).webhookAllowPrivate.sandbox).toBe('all');
  });

  it.each([
    ['http://rpc.example.com', false],
    ['http://203.0.113.7:8545', false],
    ['http://[2001:db8::1]:8545', false],
    ['https://rpc.example.com', true],
    ['http://127.0.0.1:8545', true],
    ['http://[::1]:8545', true],
    ['http://10.1.2.3:8545', true],
    ['http://100.64.0.7:8545', true],
    ['http://[fd00::7]:8545', true],
    ['http://geth:8545', true],
    ['http://geth.chains.svc.cluster.local:8545', true],
    ['http://geth.eu-west-1.internal:8545', true],
  ])('takes plain http for endpoints of mainnets and vendors only inside a network: %s', (url, isTaken) => {
    const live = {
      ...{
        BASE_RPC_URLS: 'https://a.example',
        CHAIN_NETWORK: 'mainnet',
        LIVE_ACCOUNT: 'acme',
        SCREENING_KYC: 'none',
        SCREENING_TRAVEL_RULE: 'none',
      },
      ...{ EVM_TREASURY_SIGNER: 'env:A', EVM_RELAYER_SIGNERS: 'env:B', SOLANA_TREASURY_SIGNER: 'env:C' },
      ...{ SOLANA_FEE_PAYER_SIGNER: 'env:D', SECRETS_KEY: KEY },
    };
    for (const name of ['BASE_RPC_URLS', 'ETHEREUM_RPC_URLS', 'SOLANA_RPC_URLS', 'CHAINALYSIS_URL', 'TRM_URL']) {
      const read = () =>
        readConfiguration({ ...live, [name]: name.endsWith('URLS') ? `https://a.example,${url}` : url });
      if (isTaken) expect(read).not.toThrow();
      else expect(read).toThrow(`${name}: got http:// to a public host, takes https://`);
    }
    const testnet = { ...live, CHAIN_NETWORK: 'testnet', BASE_RPC_URLS: url };
    expect(() => readConfiguration(testnet)).not.toThrow();
  });

  it('screens live deposits where real sources check for sanctions, and elsewhere only when it is told to', () => {
    const deposits = (environment: Record<string, string>) => readConfiguration(environment).screening.deposits;
    const real = {
      SCREENING_KYC: 'none',
      SCREENING_TRAVEL_RULE: 'none',
      SCREENING_SANCTIONS: 'ofac',
      SCREENING_AML: 'none',
    };
    expect(deposits({})).toBe(false);
    expect(deposits(real)).toBe(true);
    expect(deposits({ ...real, SCREEN_DEPOSITS: 'off' })).toBe(false);
    expect(deposits({ CHAINS: 'local' })).toBe(false);
    expect(deposits({ CHAINS: 'local', SCREEN_DEPOSITS: 'on' })).toBe(true);
    expect(deposits({ CHAINS: 'local', SCREENING_SANCTIONS: 'ofac' })).toBe(true);
    expect(() => readConfiguration({ SCREEN_DEPOSITS: 'on' })).toThrow('SCREENING_KYC: got nothing');
  });

  it('takes an empty variable as one that is left out', () => {
    expect(readConfiguration({ PORT: '', LIVE_ACCOUNT: ' ', SECRETS_KEY: '' })).toEqual(readConfiguration({}));
  });

  it('reads what is given', () => {
    const keys = 'svc_test_0123456789abcdef:acme:scale, svc_live_0123456789ABCDEF:globex_2:enterprise:skip';
    const configuration = readConfiguration({
      PORT: '0',
      METRICS_PORT: '9100',
      EVENT_STORE_URL: 'memory:',
      BOOTSTRAP_API_KEYS: keys,
      SECRETS_KEY: KEY,
      PAYMENT_MIN: '0.000001',
      WEBHOOK_SCHEDULE: '0ms,100ms, 2s',
      WEBHOOK_ALLOW_PRIVATE: 'none',
      RATE_LIMITS: '{"enterprise":{"other":{"rate":1000,"burst":1000}}}',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      SANDBOX_CHAIN_JOURNAL: '/tmp/journal.ndjson',
    });
    expect(configuration).toMatchObject({
      port: 0,
      metricsPort: 9_100,
      eventStore: 'memory',
      database: 'memory',
      bootstrapApiKeys: [
        { key: 'svc_test_0123456789abcdef', account: 'acme', plan: 'scale', livemode: false, skipsScreening: false },
        {
          key: 'svc_live_0123456789ABCDEF',
          account: 'globex_2',
          plan: 'enterprise',
          livemode: true,
          skipsScreening: true,
        },
      ],
      liveAccount: 'globex_2',
      secretsKey: KEY,
      paymentMin: 1n,
      webhookScheduleMs: [0, 100, 2_000],
      webhookAllowPrivate: { sandbox: 'none', live: 'none' },
      rateLimits: { enterprise: { other: { rate: 1_000, burst: 1_000 } } },
      trustProxy: ['10.0.0.0/8', '::1'],
      sandboxChainJournal: '/tmp/journal.ndjson',
    });
    expect(readConfiguration({ BOOTSTRAP_API_KEYS: keys, LIVE_ACCOUNT: 'acme' }).liveAccount).toBe('acme');
    expect(readConfiguration({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  });

  it('reads where servers are', () => {
    const token = { SERVICE_TOKEN: '0123456789abcdef' };
    const { queryUrls } = readConfiguration({ ...token, WALLET_URL: 'http://wallet:3001' });
    expect(queryUrls).toMatchObject({ wallet: 'http://wallet:3001', payment: null });
    const database = 'postgres://u:p%40@db:5432/payments?sslmode=require';
    expect(readConfiguration({ DATABASE_URL: database }).database).toEqual({ url: database });
    expect(readConfiguration({ RATE_LIMIT_URL: 'rediss://:p@cache' }).rateLimit).toEqual({ url: 'rediss://:p@cache' });
  });

  it('reads the real chains, each kind as a whole', () => {
    const configuration = readConfiguration({
      LIVE_ACCOUNT: 'acme',
      CHAIN_NETWORK: 'testnet',
      SCREENING_KYC: 'attested',
      SCREENING_TRAVEL_RULE: 'attested',
      BASE_RPC_URLS: 'https://a.example, https://b.example',
      BASE_TOKENS: 'USDC:0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      ORACLE_ADDRESSES: 'base=0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B',
      EVM_TREASURY_SIGNER: 'keystore:/keys/treasury.json',
      EVM_RELAYER_SIGNERS: 'env:ONE,env:TWO',
      EVM_SPENDER_SIGNER: 'env:SPENDER',
      EVM_APPROVAL_SIGNER: 'none',
      EVM_GAS_PRICE_MAX: '7',
      ETHER_PRICE: '4000',
    });
    expect(configuration.liveChains).toEqual({
      evm: {
        network: 'testnet',
        rpcUrls: { base: ['https://a.example', 'https://b.example'], ethereum: [] },
        tokens: { base: { USDC: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' }, ethereum: {} },
        oracles: { base: '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B' },
        treasurySigner: { kind: 'keystore', file: '/keys/treasury.json' },
        relayerSigners: [
          { kind: 'env', variable: 'ONE' },
          { kind: 'env', variable: 'TWO' },
        ],
        spenderSigner: { kind: 'env', variable: 'SPENDER' },
        approvalSigner: null,
        validityMs: 600_000,
        etherPrice: 4_000_000_000n,
        maxFeePerGas: 7_000_000_000n,
        rpcDeadlineMs: 5_000,
      },
      solana: null,
    });
    expect('etherPrice' in configuration).toBe(false);
    const solana = readConfiguration({
      LIVE_ACCOUNT: 'acme',
      SOLANA_RPC_URLS: 'https://a.example',
      SCREENING_KYC: 'attested',
      SCREENING_TRAVEL_RULE: 'attested',
      SOLANA_TREASURY_SIGNER: 'env:A',
      SOLANA_FEE_PAYER_SIGNER: 'env:B',
    }).liveChains;
    expect(solana.evm).toBeNull();
    expect(solana.solana).toMatchObject({ network: 'mainnet', tokens: {}, priorityPriceMost: 1_000_000n });
  });

  it('compares routes by prices somewhat above those of 2026, unless it is given others', () => {
    const { liveChains } = readConfiguration({
      LIVE_ACCOUNT: 'acme',
      SCREENING_KYC: 'attested',
      SCREENING_TRAVEL_RULE: 'attested',
      BASE_RPC_URLS: 'https://a.example',
      EVM_TREASURY_SIGNER: 'env:A',
      EVM_RELAYER_SIGNERS: 'env:B',
      SOLANA_RPC_URLS: 'https://a.example',
      SOLANA_TREASURY_SIGNER: 'env:C',
      SOLANA_FEE_PAYER_SIGNER: 'env:D',
    });
    expect([liveChains.evm?.etherPrice, liveChains.solana?.solPrice]).toEqual([3_000_000_000n, 150_000_000n]);
  });

  it('reads who screens live payments', () => {
    const sourcesOf = (env: Record<string, string>) => readConfiguration(env).screening.sources;
    const sandbox = ['sandbox'];
    const local = { kyc: sandbox, aml: sandbox, sanctions: sandbox, travel_rule: sandbox };
    expect(sourcesOf({})).toBeNull();
    expect(sourcesOf({ CHAINS: 'local' })).toEqual(local);
    expect(sourcesOf({ CHAINS: 'local', SCREENING_SANCTIONS: 'ofac' })).toEqual({ ...local, sanctions: ['ofac'] });
    const chosen = { SCREENING_KYC: 'attested', SCREENING_TRAVEL_RULE: 'none' };
    expect(() => sourcesOf(chosen)).toThrow(
      'BASE_RPC_URLS: got nothing, takes the endpoints of a chain, beside the sources oracle and issuer',
    );
    const chain = {
      BASE_RPC_URLS: 'https://a.example',
      EVM_TREASURY_SIGNER: 'keystore:/keys/treasury.json',
      EVM_RELAYER_SIGNERS: 'env:ONE',
      LIVE_ACCOUNT: 'acme',
    };
    expect(sourcesOf({ ...chosen, ...chain })).toEqual({
      kyc: ['attested'],
      aml: ['oracle', 'issuer'],
      sanctions: ['ofac', 'oracle', 'issuer'],
      travel_rule: ['none'],
    });
    const secret = `whsec_${KEY}`;
    const { screening } = readConfiguration({
      CHAINS: 'local',
      SCREENING_AML: 'http, issuer',
      SCREENING_URL: 'https://screening.example/v1',
      SCREENING_SECRET: secret,
      OFAC_LIST: 'file:/lists/sdn.xml, https://lists.example/eth.txt',
      TRAVEL_RULE_THRESHOLD: '0',
    });
    expect(screening).toMatchObject({
      sources: { aml: ['http', 'issuer'] },
      http: { url: 'https://screening.example/v1', secret },
      list: { urls: ['file:/lists/sdn.xml', 'https://lists.example/eth.txt'] },
      travelRuleThreshold: 0n,
    });
  });

  it('reads where traces go', () => {
    const read = readConfiguration({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%3Db%2C1, tenant=acme',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
      OTEL_SERVICE_NAME: 'payments-eu',
    });
    expect(read).toMatchObject({
      otlpEndpoint: { url: 'https://collector.example:4318' },
      otlpProtocol: 'http/json',
      otlpHeaders: { 'x-api-key': 'a=b,1', tenant: 'acme' },
      tracesSampler: 'parentbased_traceidratio',
      tracesSamplerArg: 0.1,
      otelServiceName: 'payments-eu',
    });
    const shares = ['0', '1', '0.25', '.5', '1.0'].map((text) => readConfiguration({ OTEL_TRACES_SAMPLER_ARG: text }));
    expect(shares.map(({ tracesSamplerArg }) => tracesSamplerArg)).toEqual([0, 1, 0.25, 0.5, 1]);
  });

  it('has an account for live mode on local chains', () => {
    expect(readConfiguration({ CHAINS: 'local' }).liveAccount).toBe('default');
  });

  it('reads where Kafka is', () => {
    expect(readConfiguration({ BUS_URL: 'kafka://broker' }).bus).toEqual({
      brokers: ['broker:9092'],
      tls: false,
      ca: null,
      sasl: null,
      prefix: '',
    });
    const all = 'kafka://me:p%40ss%3A@a:9093,[::1]:9094/?tls=true&ca=/etc/ca.pem&sasl=scram-sha-256&prefix=staging.';
    expect(readConfiguration({ BUS_URL: all }).bus).toEqual({
      brokers: ['a:9093', '[::1]:9094'],
      tls: true,
      ca: '/etc/ca.pem',
      sasl: { mechanism: 'scram-sha-256', username: 'me', password: 'p@ss:' },
      prefix: 'staging.',
    });
  });
});

const EVENT_STORES =
  '"sqlite:", "memory:", "postgres://…", or kurrentdb:// or kurrentdb+discover:// with user:password@host:2113, or with host:2113?tls=false (esdb: is the same)';

describe('a wrong value stops the start with one line: the variable, what it got, what it takes', () => {
  it.each([
    ['PORT', '70000', 'PORT: got "70000", takes a TCP port, 0 to 65535'],
    ['PORT', '3e3', 'PORT: got "3e3", takes a TCP port, 0 to 65535'],
    ['PORT', '-1', 'PORT: got "-1", takes a TCP port, 0 to 65535'],
    [
      'EVENT_STORE_URL',
      'esdb://admin:changeit@db:2113?tlsVerifyCert=false',
      `EVENT_STORE_URL: got "esdb://…" (tlsVerifyCert can only be true), takes ${EVENT_STORES}`,
    ],
    [
      'EVENT_STORE_URL',
      'esdb+discover://db:2113',
      `EVENT_STORE_URL: got "esdb+discover://…" (it names no user, which TLS needs), takes ${EVENT_STORES}`,
    ],
    [
      'EVENT_STORE_URL',
      'kurrentdb+discover://a:hunter2@db:2113?tls=hunter2',
      `EVENT_STORE_URL: got "kurrentdb+discover://…" (tls is true or false), takes ${EVENT_STORES}`,
    ],
    ['EVENT_STORE_URL', 'sqlite:/tmp/x', `EVENT_STORE_URL: got "sqlite:/tmp/x", takes ${EVENT_STORES}`],
    [
      'DATABASE_URL',
      'mysql://u:p@db/x',
      'DATABASE_URL: got "mysql://…", takes "sqlite:" or "memory:" or "postgres://…" or "postgresql://…"',
    ],
    [
      'RATE_LIMIT_URL',
      'redis://:p@cache:high',
      'RATE_LIMIT_URL: got "redis://…" (not a URL), takes "memory:" or "redis://…" or "rediss://…"',
    ],
    ['WALLET_URL', 'wallet:3001', 'WALLET_URL: got "wallet:3001", takes "http://…" or "https://…"'],
    [
      'SERVICE_TOKEN',
      'hunter2',
      'SERVICE_TOKEN: got a value that is not shown, takes 16 to 256 characters without spaces',
    ],
    [
      'PAYMENT_URL',
      'http://payment:3001',
      'SERVICE_TOKEN: got nothing, takes what another service is asked with, beside the URL of one',
    ],
    ['WAIT_MS', '10s', 'WAIT_MS: got "10s", takes milliseconds, 0 to 30000'],
    ['APPROVAL_TTL_MS', '0', 'APPROVAL_TTL_MS: got "0", takes milliseconds, 1 to 2147483647'],
    ['PAYMENT_MIN', '0', 'PAYMENT_MIN: got "0", takes a decimal amount of at least 0.000001, with up to 6 decimals'],
    [
      'WEBHOOK_ALLOW_PRIVATE',
      'yes',
      'WEBHOOK_ALLOW_PRIVATE: got "yes", takes "none", "sandbox-loopback", "loopback" or "all"',
    ],
    ['LIVE_ACCOUNT', 'Acme', 'LIVE_ACCOUNT: got "Acme", takes an account: up to 64 of a-z, 0-9 and _'],
    [
      'WEBHOOK_SCHEDULE',
      '0s,5',
      'WEBHOOK_SCHEDULE: got "0s,5", takes comma-separated durations with the unit ms, s, m or h, such as "0s,5s,5m,2h"',
    ],
    [
      'TRUST_PROXY',
      'on',
      'TRUST_PROXY: got "on", takes "off", a number of proxies in front (1 to 9), or their comma-separated addresses or CIDR blocks',
    ],
    [
      'BASE_RPC_URLS',
      'https://rpc.example/secret,wss://rpc.example/secret',
      'BASE_RPC_URLS: got a value that is not shown (entry 2), takes comma-separated URLs with http:// or https://, each once',
    ],
    [
      'SCREENING_PROVIDER',
      'chainalysis',
      'SCREENING_PROVIDER: got "chainalysis", takes nothing: SCREENING_SANCTIONS, SCREENING_AML, SCREENING_KYC and SCREENING_TRAVEL_RULE replaced it',
    ],
    [
      'SCREENING_SANCTIONS',
      'ofac,oracle,eu',
      'SCREENING_SANCTIONS: got "ofac,oracle,eu" (entry 3), takes comma-separated names out of ofac, oracle, issuer, chainalysis, trm, http, each once',
    ],
    [
      'OFAC_LIST',
      'http://lists.example/sdn.xml',
      'OFAC_LIST: got "http://…" (entry 1), takes comma-separated URLs that begin with https: or file:',
    ],
    [
      'ORACLE_ADDRESSES',
      'solana=0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B',
      'ORACLE_ADDRESSES: got "solana=0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B" (entry 1), takes comma-separated chain=address, with base or ethereum, each once, and an EVM address',
    ],
    [
      'SCREENING_SECRET',
      'hunter2',
      'SCREENING_SECRET: got a value that is not shown, takes whsec_ and 32 bytes in base64',
    ],
    ['SECRETS_KEY', 'hunter2', 'SECRETS_KEY: got a value that is not shown, takes 32 bytes in base64'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'OTEL_TRACES_SAMPLER_ARG: got "1.5", takes a number, 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '10%', 'OTEL_TRACES_SAMPLER_ARG: got "10%", takes a number, 0 to 1'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector:4318',
      'OTEL_EXPORTER_OTLP_ENDPOINT: got "collector:4318", takes "http://…" or "https://…"',
    ],
    ...['hunter2', 'a=hunter2,b', 'a=%zz'].map((value) => [
      'OTEL_EXPORTER_OTLP_HEADERS',
      value,
      `OTEL_EXPORTER_OTLP_HEADERS: got a value that is not shown${value === 'a=%zz' ? ' (a value is not percent-encoded)' : ''}, takes comma-separated name=value, percent-encoded`,
    ]),
  ])('%s=%s', (name, value, line) => {
    expect(problemsOf({ [name]: value })).toEqual([line]);
  });

  it('says what a source that is named cannot do without', () => {
    const names = (env: Record<string, string>) => problemsOf(env).map((line) => line.slice(0, line.indexOf(':')));
    expect(names({ SCREENING_SANCTIONS: 'ofac' })).toEqual(['SCREENING_KYC', 'SCREENING_TRAVEL_RULE']);
    expect(names({ CHAINS: 'local', SCREENING_KYC: 'http' })).toEqual(['SCREENING_URL', 'SCREENING_SECRET']);
    expect(names({ CHAINS: 'local', SCREENING_AML: 'trm,chainalysis' })).toEqual([
      'CHAINALYSIS_API_KEY',
      'TRM_API_KEY',
    ]);
  });

  it.each([
    ['not JSON', '{'],
    ['not an object', '[]'],
    ['gold', '{"gold":{}}'],
    ['scale.payment', '{"scale":{"payment":{}}}'],
    ['scale.payments.rps', '{"scale":{"payments":{"rps":1}}}'],
    ['scale.payments.rate', '{"scale":{"payments":{"rate":0.5}}}'],
    ['__proto__', '{"__proto__":{}}'],
  ])('RATE_LIMITS says where: %s', (where, value) => {
    const [line] = problemsOf({ RATE_LIMITS: value });
    expect(line).toContain(`(${where}), takes JSON of the form`);
  });

  it.each([
    ['an unknown scheme', 'amqp://broker', ''],
    ['no broker', 'kafka://', ' (a broker is not host:port)'],
    ['a port that is none', 'kafka://a:9092,b:99999', ' (a broker is not host:port)'],
    ['a password that is not encoded', 'kafka://me:hunter/2@b?sasl=plain', ' (a broker is not host:port)'],
    ['another that is not', 'kafka://me:22?hunter2@b', ' (a parameter is not known)'],
    ['half a login', 'kafka://me:hunter2@b', ' (sasl and user:password go together)'],
    ['the other half', 'kafka://b?sasl=plain', ' (sasl and user:password go together)'],
    ['an unknown mechanism', 'kafka://me:hunter2@b?sasl=gssapi', ' (sasl)'],
    ['an authority without TLS', 'kafka://b?ca=/etc/ca.pem', ' (ca without tls=true)'],
    ['TLS, maybe', 'kafka://b?tls=yes', ' (tls is neither true nor false)'],
    ['a prefix that topics cannot have', 'kafka://b?prefix=a%20b', ' (prefix)'],
  ])('BUS_URL shows no password: %s', (_, value, where) => {
    const scheme = value.slice(0, value.indexOf('//') + 2);
    const [line, ...rest] = problemsOf({ BUS_URL: value });
    expect(line).toContain(`BUS_URL: got "${scheme}…"${where}, takes "memory:" or kafka://user:password@host:port,`);
    expect(line).not.toContain('hunter');
    expect(rest).toEqual([]);
  });

  it.each([
    ['a short key', 'svc_test_0123456789abcde:acme:scale'],
    ['another prefix', 'sk_test_0123456789abcdef:acme:scale'],
    ['an unknown plan', 'svc_test_0123456789abcdef:acme:free'],
    ['a wrong account', 'svc_test_0123456789abcdef:Acme Inc:scale'],
    ['no plan', 'svc_test_0123456789abcdef:acme'],
    ['another word at the end', 'svc_test_0123456789abcdef:acme:scale:all'],
    ['a trailing comma', ''],
    ['a key that is there twice', 'svc_test_ffffffffffffffff:acme:scale'],
  ])('BOOTSTRAP_API_KEYS names the entry and shows none: %s', (_, entry) => {
    const problems = problemsOf({ BOOTSTRAP_API_KEYS: `svc_test_ffffffffffffffff:globex:scale,${entry}` });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^BOOTSTRAP_API_KEYS: got a value that is not shown \(entry 2\), takes /);
    expect(problems[0]).not.toMatch(/ffff|0123/);
  });

  it('lists every problem', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'loud', SHUTDOWN_MS: '0' })).toHaveLength(3);
    expect(() => readConfiguration({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/^PORT: .*\nLOG_LEVEL: .*$/);
  });

  it('takes a server for the events, with the read models in the data folder', () => {
    const url = 'esdb+discover://ops:p%40ss@events.example:2113?tlsCAFile=%2Fetc%2Fca.crt';
    expect(readConfiguration({ EVENT_STORE_URL: url })).toMatchObject({ eventStore: url, database: 'sqlite' });
  });

  it.each(['kurrentdb://db:2113?tls=false', 'kurrentdb+discover://ops:pass@events.example:2113'])(
    'takes %s for the events',
    (url) => {
      expect(readConfiguration({ EVENT_STORE_URL: url })).toMatchObject({ eventStore: url, database: 'sqlite' });
    },
  );

  it('takes a PostgreSQL for the events, with the read models in it unless they are in another', () => {
    const [url, other] = ['postgres://a:secret@db/x', 'postgres://a:secret@other/x'];
    const given = { EVENT_STORE_URL: url, SECRETS_KEY: KEY };
    expect(readConfiguration(given)).toMatchObject({ eventStore: { url }, database: { url } });
    expect(readConfiguration({ ...given, DATABASE_URL: other }).database).toEqual({ url: other });
  });

  it('says what a chain with endpoints lacks', () => {
    expect(problemsOf({ ETHEREUM_RPC_URLS: 'https://a.example', SOLANA_RPC_URLS: 'https://b.example' })).toEqual([
      'EVM_TREASURY_SIGNER: got nothing, takes where a key is, beside the endpoints of Base or Ethereum',
      'EVM_RELAYER_SIGNERS: got nothing, takes where keys are, beside the endpoints of Base or Ethereum',
      'SOLANA_TREASURY_SIGNER: got nothing, takes where a key is, beside the endpoints of Solana',
      'SOLANA_FEE_PAYER_SIGNER: got nothing, takes where a key is, beside the endpoints of Solana',
      'LIVE_ACCOUNT: got nothing, takes the account that pays, beside the endpoints of a chain',
      'SCREENING_KYC: got nothing, takes who checks identities in live mode: attested, http or none (docs/compliance.md)',
      'SCREENING_TRAVEL_RULE: got nothing, takes who checks travel-rule data in live mode: attested, http or none (docs/compliance.md)',
    ]);
  });

  it('finds contradictions between variables', () => {
    expect(problemsOf({ EVENT_STORE_URL: 'esdb://a:secret@db', DATABASE_URL: 'memory:' })).toEqual([
      'DATABASE_URL: got "memory:", takes "sqlite:" beside EVENT_STORE_URL=esdb:',
    ]);
    const postgres = 'postgres://a:secret@db/x';
    expect(
      problemsOf({ EVENT_STORE_URL: postgres, DATABASE_URL: 'sqlite:', CHAINS: 'local', BUS_URL: 'kafka://k:1' }),
    ).toEqual([
      'DATABASE_URL: got "sqlite:", takes "postgres://…" beside EVENT_STORE_URL=postgres:',
      'BUS_URL: got "kafka://…", takes "memory:" beside EVENT_STORE_URL=postgres:',
      'CHAINS: got "local", takes nothing beside EVENT_STORE_URL=postgres:',
      'SECRETS_KEY: got nothing, takes the same 32 bytes in base64 for every instance, beside EVENT_STORE_URL=postgres:',
    ]);
    expect(problemsOf({ EVENT_STORE_URL: 'memory:', DATABASE_URL: 'sqlite:' })).toEqual([
      'DATABASE_URL: got "sqlite:", takes "memory:" beside EVENT_STORE_URL=memory:',
    ]);
    expect(problemsOf({ PAYMENT_MIN: '2', PAYMENT_MAX: '1' })).toEqual([
      'PAYMENT_MIN: got an amount above PAYMENT_MAX, takes one that is not',
    ]);
    expect(problemsOf({ PORT: '9100', METRICS_PORT: '9100' })).toEqual([
      'METRICS_PORT: got 9100, takes a port other than PORT',
    ]);
    expect(problemsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([]);
  });

  it('cuts a long value', () => {
    const [line] = problemsOf({ LOG_LEVEL: 'x'.repeat(10_000) });
    expect(line?.length).toBeLessThan(200);
  });
});

describe('.env.example', () => {
  const file = join(__dirname, '../../../../.env.example');

  it('is what the variables say', () => {
    if (process.env['UPDATE_ENV_EXAMPLE'] === '1') writeFileSync(file, envExample());
    expect(readFileSync(file, 'utf8')).toBe(envExample());
  });

  it('gives the defaults when it is read', () => {
    const lines = envExample()
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line));
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s) as [string, string]));
    expect(readConfiguration(env)).toEqual(readConfiguration({}));
  });

  it('names each variable once, and shows no secret', () => {
    const variables = Object.values<Variable<unknown>>(VARIABLES);
    for (const { name } of variables) expect(envExample().match(new RegExp(`^(# )?${name}=`, 'gm'))).toHaveLength(1);
    expect(variables.filter(({ secret }) => secret).every(({ fallback }) => fallback === null)).toBe(true);
  });

  it('says the unit of every time', () => {
    const times = Object.values<Variable<unknown>>(VARIABLES).filter(({ name }) => name.endsWith('_MS'));
    expect(times.length).toBeGreaterThan(10);
    expect(times.every(({ parser }) => parser.takes.startsWith('milliseconds'))).toBe(true);
  });
});
