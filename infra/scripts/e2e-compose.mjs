// `npm run e2e:compose`: brings the Compose files up on a Docker engine by the commands of docs/deployment.md, pays, and does to the
// containers what happens to such. Without an engine it installs and starts one for the test, as root. Takes what Jest takes.
import { ensureInstalled, requireSupportedNode, run } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
const environment = { COMPOSE_ENGINE: 'install', ...process.env };
const files = ['--config', 'jest.infra.config.cjs', '--maxWorkers=1', '--testPathPatterns', 'tests/compose'];
await run('npx', ['jest', ...files, ...process.argv.slice(2)], { env: environment }).catch(() => process.exit(1));
