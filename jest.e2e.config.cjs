const { OF_THEIR_OWN } = require('./infra/testing/of-their-own.cjs');
const { testPathIgnorePatterns, ...unit } = require('./jest.config.cjs');

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
