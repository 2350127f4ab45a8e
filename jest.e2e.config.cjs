/** End-to-end tests: one file per endpoint, in process by default, against a deployment with `BASE_URL`. */
module.exports = {
  ...require('./jest.config.cjs'),
  testMatch: ['<rootDir>/apps/standalone/e2e/**/*.e2e.ts'],
  globalSetup: '<rootDir>/apps/standalone/e2e/support/global-setup.ts',
  globalTeardown: '<rootDir>/apps/standalone/e2e/support/global-teardown.ts',
  testTimeout: 60_000,
};
