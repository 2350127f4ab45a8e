const { readdirSync, readFileSync } = require('node:fs');

/** Node requires these ES modules; Jest does so only on Node 24.9 and newer. */
const ES_MODULES = '(marked|openid-client|oauth4webapi|jose|@ethereumjs/[a-z]+/node_modules/@noble|@noble)';
const swc = ['@swc/jest', JSON.parse(readFileSync(`${__dirname}/.swcrc`, 'utf8'))];

/** Unit, contract and property tests: `*.spec.ts` beside the code. They run from source through SWC; no build is needed. */
module.exports = {
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{apps,libs,infra,tests,bench,sdks}/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
  transform: { '^.+\\.ts$': swc, [`/node_modules/${ES_MODULES}/.+\\.js$`]: swc },
  transformIgnorePatterns: [`/node_modules/(?!${ES_MODULES}/)`],
  moduleNameMapper: {
    // Dynamic imports name the built file.
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^fast-check$': '<rootDir>/tests/support/fast-check.cjs',
    '^stablecoin-payments$': '<rootDir>/sdks/typescript/src',
    '^@stablecoin/(event-sourcing|stores|chains)/testing$': '<rootDir>/libs/$1/src/testing',
    '^@stablecoin/funds/domain$': '<rootDir>/libs/funds/src/domain',
    '^@stablecoin/access/testing$': '<rootDir>/apps/access/src/testing',
    [`^@stablecoin/(${readdirSync(`${__dirname}/apps`).join('|')})$`]: '<rootDir>/apps/$1/src',
    '^@stablecoin/([a-z-]+)$': '<rootDir>/libs/$1/src',
  },
  globalSetup: '<rootDir>/tests/support/start-servers.cjs',
  globalTeardown: '<rootDir>/tests/support/stop-servers.cjs',
  setupFiles: ['reflect-metadata'],
  // Longer than a test waits for a condition: the condition is what the failure is about.
  testTimeout: 600_000,
  testSequencer: '<rootDir>/tests/support/longest-first.cjs',
  // A worker whose heap has grown to a gigabyte takes more than the default of 500 ms to end on a busy machine.
  workerGracefulExitTimeout: 60_000,
  maxWorkers: 2,
};
