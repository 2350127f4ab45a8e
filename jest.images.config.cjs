const unit = require('./jest.config.cjs');

/** Builds the image of the services and starts the distributed stack from it: minutes, with the processors to itself. */
module.exports = { ...unit, testMatch: ['<rootDir>/infra/docker/*.e2e.ts'] };
