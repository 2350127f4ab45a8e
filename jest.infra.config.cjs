const unit = require('./jest.config.cjs');

/** Tests that start the distributed stack as people do: from its commands, and from the image, whose build waits for downloads. */
module.exports = { ...unit, testMatch: ['<rootDir>/tests/{stack,images}/**/*.e2e.ts'], maxWorkers: 2 };
