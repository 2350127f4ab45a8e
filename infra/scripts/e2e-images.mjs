// `npm run e2e:images`: builds the image of docker-compose.yml, and starts the distributed stack from it. Needs root, and
// what infra/scripts/install-servers.sh installs.
import { ensureBuilt, ensureInstalled, requireSupportedNode, run } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
const environment = { ...process.env, REQUIRE_REAL: '1' };
await run('npx', ['jest', '--config', 'jest.infra.config.cjs', 'tests/images'], { env: environment }).catch(() =>
  process.exit(1),
);
