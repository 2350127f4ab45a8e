import type { LiveSettings } from '@stablecoin/chains';
import { SERVICES_BEHIND_GATEWAY, type ServiceName } from '@stablecoin/contracts';
import { missingForLiveMode, liveSettings } from './live-mode';
import { LIVE_VARIABLES } from './live-variables';
import type { AllowPrivate } from '@stablecoin/security';
import { ServiceError } from '@stablecoin/contracts';
import { missingForOidc, oidcSettings } from './oidc-settings';
import type { OidcSettings } from './oidc-settings';
import { isLoopback, plainHttpIn } from './plain-http';
import { missingForScreening, screeningSettings } from './screening-settings';
import type { ScreeningSettings } from './screening-settings';
import { SCREENING_VARIABLES } from './screening-variables';
import type { Variable } from './variable';
import { SERVICE_URLS, VARIABLES } from './variables';
import type { Values } from './variables';

/** Account of the API keys that the first start creates, and of live mode on local chains. */
export const FIRST_ACCOUNT = 'default';

/** The services that others ask. */
export type QueriedService = Exclude<ServiceName, 'gateway'>;

/** Everything that can be set from outside, read and checked. Times are milliseconds, amounts minor units. */
export interface Configuration extends Omit<
  Values,
  | 'database'
  | 'bootstrapApiKeys'
  | 'webhookAllowPrivate'
  | `${QueriedService}Url`
  | keyof typeof LIVE_VARIABLES
  | keyof typeof SCREENING_VARIABLES
  | `oidc${string}`
> {
  /** Where each service answers queries; null: in this process. */
  readonly queryUrls: Readonly<Record<QueriedService, string | null>>;
  readonly database: NonNullable<Values['database']>;
  /** The real chains. */
  readonly liveChains: LiveSettings;
  readonly screening: ScreeningSettings;
  /** Null: people do not sign in. */
  readonly oidc: OidcSettings | null;
  readonly bootstrapApiKeys: NonNullable<Values['bootstrapApiKeys']>;
  readonly webhookAllowPrivate: Readonly<Record<'sandbox' | 'live', AllowPrivate>>;
}

/** Environment variables that the service cannot start with. */
export class ConfigurationError extends ServiceError {
  readonly code = 'configuration_invalid';
  readonly retry = 'bounded';
  override readonly docs = 'docs/operations.md#configuration';

  /** @param problems - one line per variable: its name, the given value (never a secret), and the accepted values */
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Reads the configuration from environment variables. An empty variable counts as left out.
 *
 * @param options.ownProcess - one service runs in this process: then webhooks reach no private address by default
 * @throws {@link ConfigurationError} with every problem that there is
 */
export function readConfiguration(
  env: Readonly<Record<string, string | undefined>>,
  { ownProcess = false }: { readonly ownProcess?: boolean } = {},
): Configuration {
  const problems: string[] = [];
  const read = (variable: Variable<unknown>): unknown => {
    const given = env[variable.name]?.trim();
    const text = given === undefined || given === '' ? variable.fallback : given;
    if (text === null) return null;
    const parsed = variable.parser.parse(text);
    if (parsed.ok) return parsed.value;
    problems.push(`${variable.name}: got ${shown(text, variable, parsed.where)}, takes ${variable.parser.takes}`);
    return null;
  };
  const entries = Object.entries<Variable<unknown>>(VARIABLES).map(([key, variable]) => [key, read(variable)] as const);
  // Each value is of its variable's type, or there is a problem and nothing is returned.
  const values = Object.fromEntries(entries) as Values;
  if (problems.length === 0) problems.push(...contradictionsIn(values));
  if (problems.length > 0) throw new ConfigurationError(problems);

  const bootstrapApiKeys = values.bootstrapApiKeys ?? [];
  const own = entries.filter(
    ([key]) =>
      !(key in SERVICE_URLS) && !(key in LIVE_VARIABLES) && !(key in SCREENING_VARIABLES) && !key.startsWith('oidc'),
  );
  const others = Object.fromEntries(own) as Omit<
    Values,
    keyof typeof SERVICE_URLS | keyof typeof LIVE_VARIABLES | keyof typeof SCREENING_VARIABLES | `oidc${string}`
  >;
  return {
    ...others,
    liveChains: liveSettings(values),
    screening: screeningSettings(values),
    oidc: oidcSettings(values),
    queryUrls: Object.fromEntries(
      SERVICES_BEHIND_GATEWAY.map((name) => [name, values[`${name}Url`]?.url ?? null]),
    ) as Configuration['queryUrls'],
    database: values.database ?? databaseBeside(values),
    bootstrapApiKeys,
    liveAccount: liveAccountOf(values),
    webhookAllowPrivate: allowedOf(values.webhookAllowPrivate ?? allowedIn(values, ownProcess)),
  };
}

/**
 * On the machine of a person who tries the service out, a receiver may run beside it. Whoever reaches a service from elsewhere
 * must not reach what listens on its loopback.
 */
function allowedIn({ chains, host }: Values, ownProcess: boolean): NonNullable<Values['webhookAllowPrivate']> {
  if (ownProcess || !isLoopback(host)) return 'none';
  return chains === 'local' ? 'loopback' : 'sandbox-loopback';
}

function allowedOf(word: NonNullable<Values['webhookAllowPrivate']>): Configuration['webhookAllowPrivate'] {
  return word === 'sandbox-loopback' ? { sandbox: 'loopback', live: 'none' } : { sandbox: word, live: word };
}

/** Contradictions between variables that are each valid. */
function contradictionsIn(values: Values): string[] {
  const problems: string[] = [];
  const beside = databaseBeside(values);
  const { database, eventStore } = values;
  if (typeof database === 'string' && database !== beside) {
    const takes = typeof beside === 'string' ? `"${beside}:"` : '"postgres://…"';
    problems.push(`DATABASE_URL: got "${database}:", takes ${takes} beside EVENT_STORE_URL=${schemeOf(eventStore)}:`);
  }
  if (typeof eventStore === 'object') problems.push(...contradictionsOfPair(values));
  if (values.serviceToken === null) {
    if (SERVICES_BEHIND_GATEWAY.some((name) => values[`${name}Url`] !== null)) {
      problems.push('SERVICE_TOKEN: got nothing, takes what another service is asked with, beside the URL of one');
    }
  }
  if (values.paymentMin > values.paymentMax) {
    problems.push('PAYMENT_MIN: got an amount above PAYMENT_MAX, takes one that is not');
  }
  if (values.metricsPort !== null && values.metricsPort !== 0 && values.metricsPort === values.port) {
    problems.push(`METRICS_PORT: got ${values.metricsPort}, takes a port other than PORT`);
  }
  return [
    ...problems,
    ...missingForLiveMode(values, liveAccountOf(values)),
    ...missingForScreening(values),
    ...missingForOidc(values),
    ...plainHttpIn(values),
  ];
}

/** Instances that stand by for each other share everything but their memory. */
function contradictionsOfPair({ bus, chains, secretsKey }: Values): string[] {
  const beside = 'beside EVENT_STORE_URL=postgres:';
  return [
    ...(bus === 'memory' ? [] : [`BUS_URL: got "kafka://…", takes "memory:" ${beside}`]),
    ...(chains === null ? [] : [`CHAINS: got "${chains}", takes nothing ${beside}`]),
    ...(secretsKey === null
      ? [`SECRETS_KEY: got nothing, takes the same 32 bytes in base64 for every instance, ${beside}`]
      : []),
  ];
}

/** The scheme only: the rest of the URL may hold a password. */
function schemeOf(eventStore: Values['eventStore']): string {
  return typeof eventStore === 'object' ? 'postgres' : eventStore.replace(/:.*$/, '');
}

function liveAccountOf({ liveAccount, bootstrapApiKeys, chains }: Values): string | null {
  const first = bootstrapApiKeys?.find(({ livemode }) => livemode)?.account;
  return liveAccount ?? first ?? (chains === 'local' ? FIRST_ACCOUNT : null);
}

/** Read models are with the events, or in the data folder when those are on an EventStoreDB. */
function databaseBeside({ eventStore }: Values): Configuration['database'] {
  if (typeof eventStore === 'object') return eventStore;
  return eventStore === 'memory' ? 'memory' : 'sqlite';
}

const SHOWN_LENGTH_MAX = 60;

/** A value as an error line shows it: a URL may carry a password, so only its scheme is. */
function shown(text: string, { secret }: Variable<unknown>, where: string | undefined): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0];
  const cut = text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text;
  const value = secret ? 'a value that is not shown' : JSON.stringify(scheme === undefined ? cut : `${scheme}…`);
  return where === undefined ? value : `${value} (${where})`;
}
