/** Where a Kafka cluster is, and who we are to it: what `BUS_URL=kafka://…` says. */
export interface KafkaConnection {
  /** `host:port` each; any of them leads to the others. */
  readonly brokers: readonly string[];
  readonly tls: boolean;
  /** A file with the authority to trust, in PEM; null: those that Node trusts. */
  readonly ca: string | null;
  readonly sasl: KafkaLogin | null;
  /** In front of the names of topics and groups, so that several deployments can share a cluster. */
  readonly prefix: string;
}

export interface KafkaLogin {
  readonly mechanism: SaslMechanism;
  readonly username: string;
  readonly password: string;
}

const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

export type SaslMechanism = (typeof SASL_MECHANISMS)[number];

/** What {@link parseKafkaUrl} takes, as the end of the sentence "takes …". */
export const KAFKA_URL_FORM =
  'kafka://user:password@host:port,host:port with the parameters tls=true, ca (a file), sasl (plain, scram-sha-256 or ' +
  'scram-sha-512) and prefix; the login, ports and parameters are optional';

const PORT = 9_092;
// Not `URL`, which takes one host.
const FORM = /^kafka:\/\/(?:([^:@/?]+):([^@/?]+)@)?([^@/?]+)\/?(?:\?(.*))?$/;
const BROKER = /^([\w.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const PREFIX = /^[\w.-]{0,64}$/;
const PARAMETERS: readonly string[] = ['tls', 'ca', 'sasl', 'prefix'];

/**
 * Reads a URL of the form {@link KAFKA_URL_FORM}. User and password are percent-encoded where they hold `@`, `:`, `/`,
 * `?` or `%`.
 *
 * @returns what is wrong with it, never showing the password, when it cannot be read
 */
export function parseKafkaUrl(url: string): KafkaConnection | { readonly fault: string } {
  const [, user, password, hosts = '', query = ''] = FORM.exec(url) ?? [];
  const brokers = hosts.split(',').map(brokerOf);
  const known = brokers.filter((broker) => broker !== undefined);
  if (known.length < brokers.length) return { fault: 'a broker is not host:port' };
  const parameters = new URLSearchParams(query);
  // Not named: it may be the rest of a password that is not percent-encoded.
  if ([...parameters.keys()].some((name) => !PARAMETERS.includes(name))) return { fault: 'a parameter is not known' };
  const tls = parameters.get('tls') ?? 'false';
  const ca = parameters.get('ca');
  const sasl = parameters.get('sasl');
  const prefix = parameters.get('prefix') ?? '';
  if (tls !== 'true' && tls !== 'false') return { fault: 'tls is neither true nor false' };
  if (ca !== null && tls === 'false') return { fault: 'ca without tls=true' };
  if (!PREFIX.test(prefix)) return { fault: 'prefix' };
  const mechanism = SASL_MECHANISMS.find((each) => each === sasl);
  if (sasl !== null && mechanism === undefined) return { fault: 'sasl' };
  if ((mechanism === undefined) !== (user === undefined)) return { fault: 'sasl and user:password go together' };
  const login = mechanism === undefined ? null : loginOf(mechanism, user ?? '', password ?? '');
  if (login === undefined) return { fault: 'user or password is not percent-encoded text' };
  return { brokers: known, tls: tls === 'true', ca, sasl: login, prefix };
}

function brokerOf(text: string): string | undefined {
  const [, host, port = `${PORT}`] = BROKER.exec(text) ?? [];
  return host === undefined || Number(port) < 1 || Number(port) > 65_535 ? undefined : `${host}:${port}`;
}

function loginOf(mechanism: SaslMechanism, user: string, password: string): KafkaLogin | undefined {
  try {
    return { mechanism, username: decodeURIComponent(user), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}
