// Writes the .env that docker-compose.yml reads, with secrets that nobody else has, and shows the first API key.
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = join(fileURLToPath(new URL('../..', import.meta.url)), '.env');
if (existsSync(file)) {
  console.error(`${file} is there already: what it says was written to volumes by now, so it stays.`);
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
