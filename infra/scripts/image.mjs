// `npm run image`: builds the image of every service with docker, podman or buildah, whichever is there. Arguments are passed to its
// `build`; with a `--tag` among them, that takes the place of the names here. IMAGE_ENGINE=podman chooses.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './workspace.mjs';

const NAME = 'stablecoin-payments';
/** Each with a command that works only where it can build, and what it takes beside what all of them take. */
const ENGINES = {
  docker: { check: ['info'], options: [] },
  // Health checks are not part of the OCI format.
  podman: { check: ['info'], options: ['--format=docker'] },
  buildah: { check: ['info'], options: ['--format=docker'] },
};

const engine = chooseEngine(process.env.IMAGE_ENGINE);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const args = process.argv.slice(2);
const isNamed = args.some((arg) => /^(--tag|-t)(=|$)/.test(arg));
const tags = isNamed ? [] : [`--tag=${NAME}:${version}`, `--tag=${NAME}`];
const details = { VERSION: version, REVISION: revision(), CREATED: created() };

console.log(`Building ${isNamed ? 'the image' : `${NAME}:${version}`} with ${engine} …`);
await run(engine, [
  'build',
  ...ENGINES[engine].options,
  ...Object.entries(details).map(([name, value]) => `--build-arg=${name}=${value}`),
  ...tags,
  `--file=${join('infra', 'docker', 'Dockerfile')}`,
  ...args,
  '.',
]).catch((error) => {
  console.error(error.message);
  process.exit(1);
});

function chooseEngine(wanted) {
  const candidates = wanted === undefined ? Object.keys(ENGINES) : [wanted];
  const found = candidates.find((name) => name in ENGINES && succeeds(name, ENGINES[name].check));
  if (found !== undefined) return found;
  console.error(
    wanted === undefined
      ? `None of ${candidates.join(', ')} works here: install one of them, or start the engine of docker.`
      : `IMAGE_ENGINE=${wanted} does not work here: it is one of ${Object.keys(ENGINES).join(', ')}.`,
  );
  process.exit(1);
}

function succeeds(command, args) {
  return output(command, args) !== undefined;
}

/** The commit, marked when something differs from it. */
function revision() {
  const commit = output('git', ['rev-parse', 'HEAD']);
  if (commit === undefined) return 'unknown';
  return output('git', ['status', '--porcelain']) === '' ? commit : `${commit}-modified`;
}

/** The time of the commit, so that the same commit gives the same label. */
function created() {
  return output('git', ['show', '--no-patch', '--format=%cI', 'HEAD']) ?? new Date().toISOString();
}

function output(command, args) {
  try {
    return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
