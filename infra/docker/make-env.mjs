// Writes the .env that docker-compose.yml reads, with secrets that nobody else has, and shows the first API key.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The names of the Compose files; `COMPOSE_PROJECT_NAME` takes the place of both. */
const PROJECTS = [process.env.COMPOSE_PROJECT_NAME].filter(Boolean);
if (PROJECTS.length === 0) PROJECTS.push('stablecoin-payments', 'stablecoin-payments-pair');
/** What holds a password, or what is encrypted with a secret, of the .env that it was first started with. */
const VOLUMES = ['postgres', 'eventstore', 'kafka'];

const file = join(fileURLToPath(new URL('../..', import.meta.url)), '.env');
if (existsSync(file)) {
  console.error(`${file} is there already: what it says was written to volumes by now, so it stays.`);
  process.exit(1);
}
const volumes = volumesOfAnEarlierEnv();
if (volumes.length > 0) {
  const containers = volumes.flatMap(
    (volume) => docker('ps', '--all', '--quiet', '--filter', `volume=${volume}`) ?? [],
  );
  const removal = [
    ...(containers.length > 0 ? [`docker rm --force ${[...new Set(containers)].join(' ')}`] : []),
    `docker volume rm ${volumes.join(' ')}`,
  ];
  console.error(
    `No .env was written: ${volumes.join(', ')} ${volumes.length === 1 ? 'was' : 'were'} started with the secrets of another one. ` +
      'PostgreSQL keeps its password, and what is encrypted can be read with that SECRETS_KEY only.\n' +
      `  To keep the data, put that .env back as ${file}.\n` +
      `  To delete the data: ${removal.join(' && ')}`,
  );
  process.exit(1);
}
const word = () => randomBytes(24).toString('base64url');
const apiKey = `svc_test_${randomBytes(24).toString('hex')}`;
const lines = {
  SECRETS_KEY: randomBytes(32).toString('base64'),
  SERVICE_TOKEN: word(),
  POSTGRES_PASSWORD: word(),
  REDIS_PASSWORD: word(),
  // For docker-compose.tls.yml: without TLS these two take everybody who reaches them.
  KAFKA_PASSWORD: word(),
  EVENTSTORE_PASSWORD: word(),
  BOOTSTRAP_API_KEYS: `${apiKey}:acme:scale`,
};
const text = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`);
writeFileSync(file, text.join(''), { mode: 0o600, flag: 'wx' });
console.log(`${file} is written. The first API key, for the sandbox of the account "acme":\n\n  ${apiKey}\n`);

function volumesOfAnEarlierEnv() {
  const names = docker('volume', 'ls', '--quiet');
  if (names === undefined) {
    console.log('Docker does not answer here, so volumes of an earlier .env were not looked for.');
    return [];
  }
  return names.filter((name) => PROJECTS.some((project) => VOLUMES.some((each) => name === `${project}_${each}`)));
}

/** @returns the lines that it prints; undefined: it is not installed, or its engine does not run */
function docker(...args) {
  try {
    const output = execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return output.split('\n').filter(Boolean);
  } catch {
    return undefined;
  }
}
