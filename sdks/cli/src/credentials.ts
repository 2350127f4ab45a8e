import { ConfigurationFolder } from './configuration-folder.js';
import { Failure, UsageFailure } from './failure.js';
import type { Io } from './io.js';

/** The options that every command takes. */
export interface GlobalOptions {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly json?: boolean;
}

/** Which service is called, with which key. */
export interface Credentials {
  readonly apiKey: string;
  readonly baseUrl: string;
}

const PROFILES = 'profiles.json';
const DEFAULT_PROFILE = 'default';
const NAME = /^[\w.-]{1,64}$/;

/**
 * Where the key and the URL come from: both from options and environment, or both from a profile. A key is never sent to
 * a URL that it was not given with.
 *
 * @throws UsageFailure when there is no key or no URL
 */
export function credentialsOf(env: Io['env'], options: GlobalOptions): Credentials {
  const isNamed = options.profile !== undefined;
  const apiKey = options.apiKey ?? (isNamed ? undefined : env['STABLECOIN_API_KEY'] || undefined);
  const baseUrl = options.baseUrl ?? (isNamed ? undefined : env['STABLECOIN_BASE_URL'] || undefined);
  if (apiKey !== undefined && baseUrl !== undefined) return { apiKey, baseUrl };
  if (apiKey !== undefined) {
    throw new UsageFailure('There is a key, but no URL for it. Give --base-url, or set STABLECOIN_BASE_URL.');
  }
  const profile = storedProfile(env, options.profile ?? DEFAULT_PROFILE);
  if (profile !== undefined && (baseUrl === undefined || isSame(baseUrl, profile.baseUrl))) return profile;
  if (profile !== undefined) {
    throw new UsageFailure(`The key of the profile is for ${profile.baseUrl}. Give --api-key for ${baseUrl ?? ''}.`);
  }
  if (isNamed) throw new UsageFailure(`There is no profile ${profileName(options)}. Run: svc login --profile …`);
  throw new UsageFailure(
    'There is no API key. Run `svc login`, set STABLECOIN_API_KEY and STABLECOIN_BASE_URL, or give --api-key and --base-url.',
  );
}

/** The name of the profile that is meant. */
export function profileName({ profile = DEFAULT_PROFILE }: GlobalOptions): string {
  if (!NAME.test(profile)) throw new UsageFailure('A profile has a name of letters, digits, ".", "_" and "-".');
  return profile;
}

/** Stores a profile. Returns the file. */
export function storeProfile(env: Io['env'], name: string, { apiKey, baseUrl }: Credentials): string {
  const folder = new ConfigurationFolder(env);
  folder.write(PROFILES, { ...folder.read(PROFILES), [name]: { api_key: apiKey, base_url: baseUrl } });
  return `${folder.path}/${PROFILES}`;
}

function storedProfile(env: Io['env'], name: string): Credentials | undefined {
  const profile = new ConfigurationFolder(env).read(PROFILES)?.[name];
  if (profile === undefined) return undefined;
  const { api_key: apiKey, base_url: baseUrl } = profile as Readonly<Record<string, unknown>>;
  if (typeof apiKey === 'string' && typeof baseUrl === 'string') return { apiKey, baseUrl };
  throw new Failure(`The profile ${name} is incomplete. Run: svc login --profile ${name}`);
}

const isSame = (a: string, b: string): boolean => trimmed(a) === trimmed(b);
const trimmed = (url: string): string => url.replace(/\/+$/, '').replace(/\/v1$/, '');
