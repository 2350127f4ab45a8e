import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type CollectionTag } from 'yaml';

export interface ComposeService {
  readonly image?: string;
  readonly extends?: { readonly file: string; readonly service: string };
  readonly pull_policy?: string;
  readonly restart?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly mem_limit?: string;
  readonly stop_grace_period?: string;
  readonly healthcheck?: object;
  readonly profiles?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly networks?: Readonly<Record<string, { readonly aliases: readonly string[] }>>;
  readonly entrypoint?: readonly string[];
}

export const ROOT = join(__dirname, '..', '..');

/** What `make-env.mjs` writes, in the shape that it has. */
const ENV: Readonly<Record<string, string>> = {
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  SERVICE_TOKEN: 'a-token-of-the-services',
  POSTGRES_PASSWORD: 'postgres-password',
  REDIS_PASSWORD: 'redis-password',
  KAFKA_PASSWORD: 'kafka-password',
  EVENTSTORE_PASSWORD: 'eventstore-password',
  BOOTSTRAP_API_KEYS: 'svc_test_0123456789abcdef0123:acme:scale',
};

/** A file for Docker Compose, for tests of it. */
export class ComposeFile {
  readonly text: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;

  /**
   * @param path - from the top of the repository
   * @param env - the variables that Compose reads from `.env`
   */
  constructor(
    path: string,
    private readonly env: Readonly<Record<string, string>> = ENV,
  ) {
    this.text = readFileSync(join(ROOT, path), 'utf8');
    // Overrides take something away, or take its place, by tags of Compose's own.
    const reset: CollectionTag = { tag: '!reset', collection: 'seq', resolve: () => [] };
    const override: CollectionTag = { tag: '!override', collection: 'seq', resolve: (list) => list };
    const parsed = parse(this.text, { merge: true, customTags: [reset, override] }) as Partial<ComposeFile>;
    this.services = Object.fromEntries(
      Object.entries(parsed.services ?? {}).map(([name, { extends: base, ...service }]) => {
        const extended = base === undefined ? {} : new ComposeFile(base.file).services[base.service];
        return [name, { ...extended, ...service }];
      }),
    );
    this.volumes = parsed.volumes ?? {};
  }

  /** A service's environment, as Compose hands it over. */
  environmentOf(name: string): Record<string, string> {
    const { environment = {} } = this.services[name] ?? {};
    return Object.fromEntries(
      Object.entries(environment).map(([variable, value]) => [
        variable,
        String(value).replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, each: string, kind?: string, other?: string) => {
          return this.env[each] ?? (kind === '-' ? (other ?? '') : '');
        }),
      ]),
    );
  }
}
