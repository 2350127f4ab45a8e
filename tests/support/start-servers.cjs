const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Real servers start with the first test that needs them, one of each for all tests; this is where they are noted. */
module.exports = () => {
  process.env.TEST_SERVERS = mkdtempSync(join(tmpdir(), 'stablecoin-test-servers-'));
};
