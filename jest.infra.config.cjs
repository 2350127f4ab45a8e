const unit = require('./jest.config.cjs');

/**
 * Tests that start the distributed stack as people do: from its commands, and from the image. One after the other, because both
 * build the stand-in for EventStoreDB, and what one builds the other must not clear away.
 */
module.exports = { ...unit, testMatch: ['<rootDir>/tests/{stack,images,compose}/**/*.e2e.ts'], maxWorkers: 1 };
