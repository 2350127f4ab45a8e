/** The rules that keep the house in order: see docs/architecture.md. Checked by `npm run architecture`. */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const NOT_SERVICES = ['gateway', 'standalone', 'console'];
const behindGateway = readdirSync(join(__dirname, 'apps')).filter((name) => !NOT_SERVICES.includes(name));
const onlyIn = (name, sdk, folder) => ({
  name,
  comment: `${sdk} is reached through its port: only its adapter imports it.`,
  severity: 'error',
  from: { path: '^(apps|libs)/', pathNot: `${folder}|\\.spec\\.ts$` },
  to: { path: `^node_modules/${sdk}` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      comment: 'A file that nothing uses is dead.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          ...['\\.d\\.c?ts$', '\\.config\\.(mjs|ts)$', '(^|/)main\\.ts$', '\\.worker\\.js$', '/in-page/', '/public/'],
          // The image's health check.
          '^infra/docker/health\\.mjs$',
        ],
      },
      to: {},
    },
    {
      name: 'libs-never-import-apps',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    ...behindGateway.map((service) => ({
      name: `no-app-imports-another (${service})`,
      comment: 'Services speak by messages and queries; only standalone puts their modules together.',
      severity: 'error',
      from: { path: `^apps/${service}/` },
      to: { path: '^apps/', pathNot: `^apps/${service}/` },
    })),
    {
      name: 'no-app-imports-another (gateway)',
      comment: 'The gateway hosts access, and sees of it what its index exports (ADR 37).',
      severity: 'error',
      from: { path: '^apps/gateway/' },
      to: { path: '^apps/', pathNot: '^apps/(gateway/|access/src/(testing/)?index\\.ts$)' },
    },
    {
      name: 'gateway-decides-nothing',
      comment: 'Deciders, streams and read models are those of services.',
      severity: 'error',
      from: {},
      to: { path: '^apps/gateway/src/(domain|read-model)/' },
    },
    {
      name: 'services-cannot-tell-their-topology',
      comment:
        'A service declares what it consists of, and the host runs it. Neither adapters of stores nor settings of the deployment reach it; see eslint.config.mjs for what it may import of the host.',
      severity: 'error',
      from: {
        path: `^apps/(${behindGateway.join('|')})/src/`,
        pathNot: '(\\.spec\\.ts$|/testing/|/main\\.ts$)',
      },
      to: {
        path: '^libs/(stores/|host/src/(runtime|configuration)/)|^node_modules/(kafkajs|pg|ioredis|libsql|@eventstore)',
      },
    },
    {
      name: 'money-depends-on-nothing',
      severity: 'error',
      from: { path: '^libs/contracts/src/money/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/contracts/src/money/' },
    },
    {
      name: 'errors-depend-on-nothing',
      severity: 'error',
      from: { path: '^libs/contracts/src/errors/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/contracts/src/errors/|^(node:)?util/types$' },
    },
    {
      name: 'contracts-know-no-framework',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^(node_modules/@nestjs|libs/(?!contracts/))' },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Domain files know their own files, money, the book of reservations, and the types and pure functions of contracts and event-sourcing.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/domain/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: '^(apps/[^/]+/src/domain/|libs/(contracts|event-sourcing|chains)/|libs/funds/src/domain/)',
      },
    },
    {
      name: 'reservations-are-pure',
      severity: 'error',
      from: { path: '^libs/funds/src/domain/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/(funds/src/domain|contracts|event-sourcing)/' },
    },
    {
      name: 'domain-takes-only-types-from-chains',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/domain/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/chains/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'application-does-not-know-its-callers',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/(domain|application)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^apps/[^/]+/src/(api/|service\\.ts)' },
    },
    {
      name: 'sdks-stand-alone',
      comment: 'An SDK is published by itself: it imports its own files and nothing else.',
      severity: 'error',
      from: { path: '^sdks/(?!cli/)[^/]+/src/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^sdks/[^/]+/src/' },
    },
    {
      name: 'cli-is-a-client',
      comment: 'The command line is published too: it knows the service by the TypeScript SDK.',
      severity: 'error',
      from: { path: '^sdks/cli/src/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: '^(sdks/(cli|typescript)/src/|node_modules/(commander|zod|@modelcontextprotocol|@noble|@scure)/)',
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'console-is-a-client',
      comment:
        'The console runs in a browser and knows the service by the public API, whose types it has from the SDK.',
      severity: 'error',
      from: { path: '^apps/console/src/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^(apps/console/src/|node_modules/|sdks/typescript/src/generated/)' },
    },
    {
      name: 'console-is-served-as-built',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^apps/console/' },
      to: { path: '^apps/console/' },
    },
    {
      name: 'console-pages-stand-alone',
      severity: 'error',
      from: { path: '^apps/console/src/pages/([^/]+)/' },
      to: { path: '^apps/console/src/pages/', pathNot: '^apps/console/src/pages/$1/' },
    },
    {
      name: 'console-parts-know-no-page',
      comment: 'What pages are made of knows neither pages nor the frame around them.',
      severity: 'error',
      from: { path: '^apps/console/src/(ui|api)/' },
      to: { path: '^apps/console/src/(app|pages)/' },
    },
    onlyIn('kafkajs-in-its-adapter', 'kafkajs', '^libs/messaging/src/kafka/'),
    onlyIn('eventstoredb-in-its-adapter', '@eventstore', '^libs/stores/src/eventstoredb/'),
    onlyIn('libsql-in-its-adapters', 'libsql', '^libs/stores/src/sqlite/'),
    onlyIn('undici-in-its-adapter', 'undici', '^(apps/webhook/src/adapters/|libs/security/src/egress/)'),
    onlyIn('pg-in-its-adapters', 'pg/', '^libs/stores/src/(postgres|testing/servers)/'),
    onlyIn('ioredis-in-its-adapter', 'ioredis', '^apps/gateway/src/limits/redis-scripts'),
    onlyIn('prom-client-in-its-adapter', 'prom-client', '^libs/host/src/observability/metrics/'),
    onlyIn('opentelemetry-in-its-adapter', '@opentelemetry/', '^libs/host/src/observability/tracing/'),
    onlyIn('pino-in-its-adapter', 'pino', '^libs/host/src/(observability|runtime)/'),
    onlyIn('viem-in-its-adapter', 'viem', '^(libs/chains/src/(evm|local|testing)/|apps/console/src/pages/approvals/)'),
    onlyIn('web3-in-its-adapter', '@solana/', '^libs/chains/src/(solana|local|testing)/'),
    onlyIn('aws-sdk-in-its-adapter', '@aws-sdk', '^libs/chains/src/signer/kms/aws-kms'),
    onlyIn('google-cloud-in-its-adapter', '@google-cloud', '^libs/chains/src/signer/kms/gcp-kms'),
    onlyIn('gaxios-in-its-adapter', 'gaxios', '^libs/chains/src/signer/kms/gcp-kms'),
    onlyIn('uuid-in-its-place', 'uuid', '^libs/event-sourcing/src/event-id'),
    {
      name: 'test-code-stays-in-tests',
      comment: 'The product runs without tests/, bench/ and the testing/ of its libraries.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '(\\.spec\\.ts$|/testing/)' },
      to: { path: '(^(tests|bench)/|\\.spec\\.ts$|/testing/)' },
    },
    {
      name: 'no-dev-dependencies-in-product',
      comment: 'Local chains run in a process of their own, which says what to install where it is missing.',
      severity: 'error',
      from: {
        path: '^(apps|libs)/',
        // Of the console only what its build makes is served.
        pathNot: '(\\.spec\\.ts$|/testing/|^libs/chains/src/local/|^apps/console/)',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-its-process-loads-local-chains',
      comment: 'A service knows how to launch local chains, and nothing of what they are made of.',
      severity: 'error',
      from: { pathNot: '(\\.spec\\.ts$|/testing/|^(tests|bench)/|^libs/chains/src/local/)' },
      to: { path: '^libs/chains/src/local/', pathNot: '/launch\\.ts$' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Clients that tools generate, with the packages of those tools, are installed where they run.
    exclude: { path: '(^|/)(dist|\\.venv)/|^sdks/[^/]+/e2e/|^tests/api-tools/[^/]+/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'default', 'types'] },
  },
};
