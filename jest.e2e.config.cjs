const { OF_THEIR_OWN } = require('./tests/support/of-their-own.cjs');
const { testPathIgnorePatterns, ...unit } = require('./jest.config.cjs');

/** End-to-end tests: one file per endpoint, in process by default, against a deployment with `BASE_URL`. */
module.exports = {
  ...unit,
  testMatch: ['<rootDir>/tests/e2e/**/*.e2e.ts'],
  testPathIgnorePatterns:
    process.env.BASE_URL === undefined
      ? testPathIgnorePatterns
      : [...testPathIgnorePatterns, `/e2e/(${OF_THEIR_OWN.join('|')})\\.e2e\\.ts$`],
  globalSetup: '<rootDir>/tests/e2e/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/e2e/support/global-teardown.ts',
  testTimeout: 60_000,
};
