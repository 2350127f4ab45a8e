// `npm run e2e:compose`: brings the Compose files up on a Docker engine by the commands of docs/deployment.md, pays, and does to the
// containers what happens to such. Without an engine it installs and starts one for the test, as root.
//
//   npm run e2e:compose -- pair scale      only these scenarios: the files of tests/compose
//   npm run e2e:compose -- -t restart      what Jest takes
import { ensureBuilt, ensureInstalled, requireSupportedNode, run } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
// The local chains are run from what is built.
await ensureBuilt();
const given = process.argv.slice(2);
const options = given.findIndex((each) => each.startsWith('-'));
const names = options === -1 ? given : given.slice(0, options);
const patterns = names.length === 0 ? ['tests/compose/'] : names.map((name) => `tests/compose/${name}\\.e2e`);
const environment = { COMPOSE_ENGINE: 'install', ...process.env };
await run(
  'npx',
  [
    ...['jest', '--config', 'jest.infra.config.cjs', '--maxWorkers=1', '--testPathPatterns', ...patterns],
    ...given.slice(names.length),
  ],
  { env: environment },
).catch(() => process.exit(1));
