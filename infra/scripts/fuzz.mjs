// `npm run fuzz -- --seconds 600 --seed 1234`: sends the built service whatever a stranger might, for so long, and random
// requests to each operation of the OpenAPI document. Every round has a seed of its own, and a failing one prints it with the
// command that sends the request again. Without --seed it draws one.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, requireSupportedNode, run } from './workspace.mjs';

const { seconds, seed } = read();
requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
const settings = { FUZZ_SECONDS: seconds, FUZZ_PROGRESS: '1', FUZZ_SEED: seed ?? String(randomInt(1e9)) };
try {
  await run('npx', ['jest', '--config', 'jest.e2e.config.cjs', '/fuzz/(fuzz|openapi-fuzz).e2e.ts'], {
    env: { ...process.env, ...settings },
  });
} catch {
  // What was found is on the screen.
  process.exit(1);
}

function read() {
  try {
    const { values } = parseArgs({
      options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
    });
    if (Object.values(values).every((value) => /^\d{1,9}$/.test(value))) return values;
  } catch {
    // Something that is not taken at all.
  }
  console.error('npm run fuzz takes --seconds <number> and --seed <number>');
  process.exit(1);
}
