const { readdirSync, readFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');

const STOPPED_WITHIN_MS = 10_000;

/** Stops the servers that tests have started, and removes what they leave. */
module.exports = async () => {
  const folder = process.env.TEST_SERVERS;
  for (const note of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const { pid, data } = JSON.parse(readFileSync(join(folder, note), 'utf8'));
    if (pid === undefined) continue;
    await stop(pid);
    rmSync(data, { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
};

async function stop(pid) {
  for (const deadline = Date.now() + STOPPED_WITHIN_MS; Date.now() < deadline; await pause(20)) {
    try {
      // Both PostgreSQL and Redis end in order, without waiting for their clients.
      process.kill(pid, 'SIGINT');
    } catch {
      return;
    }
  }
}
