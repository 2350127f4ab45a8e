// `npm run contract -- event-store`: what every adapter of a port must do, run against the server that its URL names.
import { ensureInstalled, requireSupportedNode, run } from './workspace.mjs';

/** Per port: the variable that names a server, the tests that run against it, and those that need none. */
const PORTS = {
  'event-store': {
    variable: 'EVENT_STORE_URL',
    against: ['/eventstoredb/eventstoredb-event-store\\.spec', '/eventstoredb/src/transcript/'],
    without: ['/libs/stores/src/.*event-store\\.spec', '/eventstoredb/src/transcript/'],
  },
};

const port = PORTS[process.argv[2]];
if (port === undefined) {
  console.error(`npm run contract takes one of ${Object.keys(PORTS).join(', ')}`);
  process.exit(2);
}
requireSupportedNode();
await ensureInstalled();
const server = process.env[port.variable];
console.log(server === undefined ? `${port.variable} is not set: this runs on this machine alone.` : '');
try {
  await run('npx', ['jest', '--runInBand', '--verbose', ...(server === undefined ? port.without : port.against)]);
} catch {
  // What failed is on the screen.
  process.exit(1);
}
