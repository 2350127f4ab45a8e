import { ConfigurationError, readConfiguration } from '@stablecoin/configuration';
import type { Configuration } from '@stablecoin/configuration';
import type { ServiceProfile } from '../service';

/**
 * Reads the configuration of a service in its own process.
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
 * Checks that a service in its own process uses an event store, a bus and a database that other processes can reach.
 *
 * @throws {@link ConfigurationError} with a line for each variable
 */
export function requireShared({ name: service, asks = [] }: ServiceProfile, configuration: Configuration): void {
  const { eventStore, bus, database, serviceToken, secretsKey, queryUrls } = configuration;
  const alone = `where the ${service} service runs alone`;
  const problems = Object.entries<unknown>({ EVENT_STORE_URL: eventStore, BUS_URL: bus, DATABASE_URL: database })
    .filter(([, value]) => typeof value === 'string' && EMBEDDED.has(value))
    .map(([name, value]) => `${name}: got "${String(value)}:", takes the URL of a server ${alone}`);
  if (typeof eventStore === 'object') {
    problems.push(
      `EVENT_STORE_URL: got "postgres:", takes "esdb://…": one process writes to PostgreSQL at a time, ${alone}`,
    );
  }
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

/** URL schemes of parts that live within one process and its folder. */
const EMBEDDED: ReadonlySet<string> = new Set(['sqlite', 'memory']);
