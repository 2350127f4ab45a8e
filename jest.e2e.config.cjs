const { testPathIgnorePatterns, ...unit } = require('./jest.config.cjs');

/** Files that start services of their own, whatever they are told. */
const OF_THEIR_OWN = [
  'crash',
  'crash-points',
  'data-folder',
  'docs',
  'docs-facts',
  'fuzz',
  'metrics',
  'overload',
  'sandbox-restart',
  'shutdown',
  'slow-parts',
  'ssrf',
  'torn-files',
  'webhook-receiver',
];

/** End-to-end tests: one file per endpoint, in process by default, against a deployment with `BASE_URL`. */
module.exports = {
  ...unit,
  testMatch: ['<rootDir>/apps/standalone/e2e/**/*.e2e.ts'],
  testPathIgnorePatterns:
    process.env.BASE_URL === undefined
      ? testPathIgnorePatterns
      : [...testPathIgnorePatterns, `/e2e/(${OF_THEIR_OWN.join('|')})\\.e2e\\.ts$`],
  globalSetup: '<rootDir>/apps/standalone/e2e/support/global-setup.ts',
  globalTeardown: '<rootDir>/apps/standalone/e2e/support/global-teardown.ts',
  testTimeout: 60_000,
};
