const unit = require('./jest.config.cjs');

/** Tests that start the distributed stack as people do. They take minutes, and the processors to themselves. */
module.exports = { ...unit, testMatch: ['<rootDir>/tests/{stack,images}/**/*.e2e.ts'], maxWorkers: 1 };
