// What the image starts: its first argument is a service or a tool, the others are theirs.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const TOOLS = ['backup', 'dead-letters', 'doctor', 'keys', 'rebuild', 'restore', 'topics', 'wallets'];
/** `EX_USAGE` of sysexits.h. */
const WRONG_USE = 64;

const apps = join(import.meta.dirname, 'apps');
const programs = new Map(
  readdirSync(apps)
    .map((service) => [service, join(apps, service, 'dist', 'main.js')])
    .filter(([, file]) => existsSync(file)),
);
programs.set('services', join(apps, 'standalone', 'dist', 'services.js'));
const services = [...programs.keys()];
for (const tool of TOOLS) programs.set(tool, join(apps, 'standalone', 'dist', 'tools', `${tool}.js`));

const [node, , name = '', ...args] = process.argv;
const file = programs.get(name);
if (file === undefined) {
  console.error(
    `Name what to start: a service (${services.join(', ')}) or a tool (${TOOLS.join(', ')}). docs/deployment.md explains them.`,
  );
  process.exit(WRONG_USE);
}
process.argv = [node, file, ...args];
createRequire(import.meta.url)(file);
