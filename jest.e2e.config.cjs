const unit = require('./jest.config.cjs');
const { marksOf, testFiles } = require('./tests/support/selection.cjs');

/** A deployment is told nothing by files that start services of their own. */
const ownService = () => testFiles('e2e').filter((path) => marksOf(path).needs.includes('own-service'));

/**
 * End-to-end tests, with one file per endpoint; kills; fuzzing. They run in process by default, and against a deployment
 * with `BASE_URL`.
 */
module.exports = {
  ...unit,
  testMatch: ['<rootDir>/tests/{e2e,crash,fuzz,sdks,upgrade}/**/*.e2e.ts'],
  testPathIgnorePatterns: [
    ...unit.testPathIgnorePatterns,
    ...(process.env.BASE_URL === undefined ? [] : ownService().map((path) => `${path.slice(__dirname.length)}$`)),
  ],
  globalSetup: '<rootDir>/tests/e2e/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/e2e/support/global-teardown.ts',
};
