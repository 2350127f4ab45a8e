import { ConfigurationError, readConfiguration } from '@stablecoin/configuration';
import type { Configuration } from '@stablecoin/configuration';
import type { ServiceProfile } from '../service';

/**
 * Reads the configuration of a service that runs in a process of its own.
 *
 * @throws {@link ConfigurationError} with a line for each variable that is wrong, missing or not shared
 */
export function readOwnConfiguration(
  service: ServiceProfile,
  env: Readonly<Record<string, string | undefined>>,
): Configuration {
  const configuration = readConfiguration(env, { ownProcess: true });
  requireShared(service, configuration);
  return configuration;
}

/**
 * Checks what a service needs that runs in a process of its own: parts that the other services' processes reach too.
 *
 * @throws {@link ConfigurationError} with a line for each variable
 */
export function requireShared({ name: service, asks = [] }: ServiceProfile, configuration: Configuration): void {
  const { eventStore, bus, database, serviceToken, secretsKey, queryUrls } = configuration;
  const alone = `where the ${service} service runs alone`;
  const problems = Object.entries<unknown>({ EVENT_STORE_URL: eventStore, BUS_URL: bus, DATABASE_URL: database })
    .filter(([, value]) => typeof value === 'string' && EMBEDDED.has(value))
    .map(([name, value]) => `${name}: got "${String(value)}:", takes the URL of a server ${alone}`);
  if (serviceToken === null) problems.push(`SERVICE_TOKEN: got nothing, takes 16 to 256 characters ${alone}`);
  if (secretsKey === null)
    problems.push(`SECRETS_KEY: got nothing, takes the same 32 bytes in base64 everywhere, ${alone}`);
  if (configuration.chains !== null) problems.push(`CHAINS: got "local", takes nothing ${alone}`);
  for (const asked of asks) {
    const name = `${asked.toUpperCase()}_URL`;
    if (queryUrls[asked] === null)
      problems.push(`${name}: got nothing, takes where the ${asked} service answers ${alone}`);
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
}

/** What lives in one process and its folder. */
const EMBEDDED: ReadonlySet<string> = new Set(['sqlite', 'memory']);
