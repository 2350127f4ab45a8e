export interface EventStoreDbNode {
  readonly address: string;
  readonly port: number;
}

/** Connection settings of an EventStoreDB. They include the password: do not log them. */
export interface EventStoreDbSettings {
  /** One node, or the nodes to ask for the leader. */
  readonly nodes: readonly EventStoreDbNode[];
  /** Whether the first node is a DNS name for the whole cluster (`…+discover`). */
  readonly discover: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  readonly tls: boolean;
  /** Text options that are passed on unchanged: file names, and the name of this client. */
  readonly texts: Readonly<Partial<Record<TextOption, string>>>;
  readonly numbers: Readonly<Partial<Record<NumberOption, number>>>;
}

const TEXT_OPTIONS = ['tlsCAFile', 'userCertFile', 'userKeyFile', 'connectionName'] as const;
type TextOption = (typeof TEXT_OPTIONS)[number];

/** Minimum of each number option. `gossipTimeout` is in seconds, other times are in milliseconds. */
const NUMBER_OPTIONS = {
  defaultDeadline: 1,
  keepAliveInterval: 10_000,
  keepAliveTimeout: 1,
  gossipTimeout: 1,
  discoveryInterval: 1,
  maxDiscoverAttempts: 1,
} as const;
type NumberOption = keyof typeof NUMBER_OPTIONS;

/** Options with only one supported value: this adapter reads and writes on the leader. */
const FIXED_OPTIONS: Readonly<Record<string, string>> = {
  nodePreference: 'leader',
  throwOnAppendFailure: 'true',
  tlsVerifyCert: 'true',
};

/** A connection string. KurrentDB is the later name of EventStoreDB; servers of both names take both schemes. */
export type EventStoreDbUrl = `${'esdb' | 'kurrentdb'}${'' | '+discover'}://${string}`;

const DEFAULT_PORT = 2113;
const SCHEME = /^(esdb|kurrentdb)(\+discover)?:\/\//;
const SHAPE =
  /^(?:esdb|kurrentdb)(?<discover>\+discover)?:\/\/(?:(?<user>[^@/?]*)@)?(?<hosts>[^@/?]+)\/?(?:\?(?<options>.*))?$/;

/** Whether a URL has the scheme of a connection string. */
export function isEventStoreDbUrl(url: string): url is EventStoreDbUrl {
  return SCHEME.test(url);
}

/**
 * Parses a connection string. The parser of the vendor's client is not used: it prints the whole string, with the
 * password, for an unknown option.
 *
 * @throws RangeError that says what is wrong, without secrets
 */
export function parseEventStoreDbUrl(url: string): EventStoreDbSettings {
  const { discover, user, hosts = '', options = '' } = SHAPE.exec(url)?.groups ?? {};
  const nodes = hosts.split(',').map(parseNode);
  const given = parseOptions(options);
  const tls = given.get('tls') ?? 'true';
  if (tls !== 'true' && tls !== 'false') throw new RangeError('tls is true or false');
  const credentials = user === undefined ? undefined : parseCredentials(user);
  // Without a user the client would use batch appends, which hang when the server goes away.
  if (tls === 'true' && credentials === undefined) throw new RangeError('it names no user, which TLS needs');
  if (given.has('userCertFile') !== given.has('userKeyFile')) {
    throw new RangeError('userCertFile and userKeyFile go together');
  }
  return {
    nodes,
    discover: discover !== undefined,
    credentials,
    tls: tls === 'true',
    texts: pick(TEXT_OPTIONS, given, (text) => text),
    numbers: pick(Object.keys(NUMBER_OPTIONS) as NumberOption[], given, Number),
  };
}

function parseNode(host: string): EventStoreDbNode {
  const [, address = '', port] = /^([\w.-]+)(?::(\d{1,5}))?$/.exec(host) ?? [];
  const number = port === undefined ? DEFAULT_PORT : Number(port);
  if (address === '' || number < 1 || number > 65_535) throw new RangeError('it names no host');
  return { address, port: number };
}

function parseCredentials(user: string): { readonly username: string; readonly password: string } {
  const [, username, password] = /^([^:]+):(.+)$/.exec(user) ?? [];
  if (username === undefined || password === undefined) throw new RangeError('its user has no password');
  return { username: decode(username), password: decode(password) };
}

function parseOptions(options: string): ReadonlyMap<string, string> {
  const known = ['tls', ...TEXT_OPTIONS, ...Object.keys(NUMBER_OPTIONS), ...Object.keys(FIXED_OPTIONS)];
  const given = new Map<string, string>();
  for (const option of options === '' ? [] : options.split('&')) {
    const [, key = '', value = ''] = /^([^=]+)=(.+)$/.exec(option) ?? [];
    const name = known.find((each) => each.toLowerCase() === key.toLowerCase());
    if (name === undefined) throw new RangeError(`its options are ${known.join(', ')}`);
    given.set(name, checked(name, decode(value)));
  }
  return given;
}

function checked(name: string, value: string): string {
  const fixed = FIXED_OPTIONS[name];
  if (fixed !== undefined && value !== fixed) throw new RangeError(`${name} can only be ${fixed}`);
  const least = (NUMBER_OPTIONS as Readonly<Record<string, number>>)[name];
  if (least !== undefined && !(/^\d{1,9}$/.test(value) && Number(value) >= least)) {
    throw new RangeError(`${name} is a whole number from ${least}`);
  }
  return value;
}

function pick<Name extends string, T>(
  names: readonly Name[],
  given: ReadonlyMap<string, string>,
  read: (text: string) => T,
): Readonly<Partial<Record<Name, T>>> {
  const picked: Partial<Record<Name, T>> = {};
  for (const name of names) {
    const text = given.get(name);
    if (text !== undefined) picked[name] = read(text);
  }
  return picked;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RangeError('a % in it begins no code');
  }
}
