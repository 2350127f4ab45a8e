const { OF_THEIR_OWN } = require('./tests/support/of-their-own.cjs');
const { testPathIgnorePatterns, ...unit } = require('./jest.config.cjs');

/**
 * End-to-end tests, with one file per endpoint; kills; fuzzing. They run in process by default, and against a deployment
 * with `BASE_URL`.
 */
module.exports = {
  ...unit,
  testMatch: ['<rootDir>/tests/{e2e,crash,fuzz,sdks}/**/*.e2e.ts'],
  testPathIgnorePatterns:
    process.env.BASE_URL === undefined
      ? testPathIgnorePatterns
      : [...testPathIgnorePatterns, `/(${OF_THEIR_OWN.join('|')})\\.e2e\\.ts$`],
  globalSetup: '<rootDir>/tests/e2e/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/e2e/support/global-teardown.ts',
  testTimeout: 60_000,
};
