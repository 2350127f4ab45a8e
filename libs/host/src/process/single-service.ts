import { ConfigurationError, readConfiguration } from '../configuration';
import type { Configuration, QueriedService } from '../configuration';
import type { ServiceProfile } from '../service';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration of services in a process of their own. What they ask of each other stays in the process, whatever
 * URLs are given, so that every process can have the same variables.
 *
 * @throws {@link ConfigurationError} with a line for each variable that is wrong, missing or not shared
 */
export function readOwnConfiguration(services: readonly ServiceProfile[], env: Environment): Configuration {
  const own = new Set(services.map(({ name }) => `${name.toUpperCase()}_URL`));
  const configuration = readConfiguration(Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name))), {
    ownProcess: true,
  });
  requireShared(services, configuration);
  return configuration;
}

/**
 * Reads the configuration of the services that `SERVICES` names, as {@link readOwnConfiguration} does.
 *
 * @param available - every service that can be named
 * @returns the services in the order of `available`
 */
export function readSharedConfiguration<Each extends ServiceProfile>(
  available: readonly Each[],
  env: Environment,
): { readonly services: readonly Each[]; readonly configuration: Configuration } {
  const { services: wanted } = readConfiguration(env, { ownProcess: true });
  if (wanted === null) {
    const names = available.map(({ name }) => name).join(',');
    throw new ConfigurationError([`SERVICES: got nothing, takes the services of this process, such as "${names}"`]);
  }
  const services = available.filter(({ name }) => wanted.includes(name as QueriedService));
  return { services, configuration: readOwnConfiguration(services, env) };
}

/**
 * Checks that services in a process of their own use an event store, a bus and a database that other processes can reach.
 *
 * @throws {@link ConfigurationError} with a line for each variable
 */
export function requireShared(services: readonly ServiceProfile[], configuration: Configuration): void {
  const { eventStore, bus, database, serviceToken, secretsKey, queryUrls } = configuration;
  const names = services.map(({ name }) => name);
  const alone =
    names.length === 1
      ? `where the ${names.join('')} service runs alone`
      : `where ${names.join(', ')} run without the other services`;
  const problems = Object.entries<unknown>({ EVENT_STORE_URL: eventStore, BUS_URL: bus, DATABASE_URL: database })
    .filter(([, value]) => typeof value === 'string' && EMBEDDED.has(value))
    .map(([name, value]) => `${name}: got "${String(value)}:", takes the URL of a server ${alone}`);
  if (typeof eventStore === 'object') {
    problems.push(
      `EVENT_STORE_URL: got "postgres:", takes "kurrentdb://…": one process writes to PostgreSQL at a time, ${alone}`,
    );
  }
  if (serviceToken === null) problems.push(`SERVICE_TOKEN: got nothing, takes 16 to 256 characters ${alone}`);
  if (secretsKey === null)
    problems.push(`SECRETS_KEY: got nothing, takes the same 32 bytes in base64 everywhere, ${alone}`);
  if (configuration.chains !== null) problems.push(`CHAINS: got "local", takes nothing ${alone}`);
  const asked = new Set(services.flatMap(({ asks = [] }) => asks).filter((name) => !names.includes(name)));
  for (const other of asked) {
    const name = `${other.toUpperCase()}_URL`;
    if (queryUrls[other] === null)
      problems.push(`${name}: got nothing, takes where the ${other} service answers ${alone}`);
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
}

/** URL schemes of parts that live within one process and its folder. */
const EMBEDDED: ReadonlySet<string> = new Set(['sqlite', 'memory']);
