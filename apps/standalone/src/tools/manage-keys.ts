import { parseArgs } from 'node:util';
import { DEFAULT_SCOPES, SKIP_SCOPE, type Scope } from '@stablecoin/contracts';
import type { FoundKey, OperatorKeys } from '@stablecoin/access';
import { readApiKeyFields } from '@stablecoin/gateway';
import { FIRST_ACCOUNT } from '@stablecoin/host';
import type { Runtime } from '@stablecoin/host';
import { openDataOrServers } from './open-data';
import { openKeys } from './open-keys';
import { EXIT, type ExitCode, type Output, type ToolOptions } from './output';

const USAGE = `Creates, lists and revokes API keys, of every account and mode. It needs no API key. On a data folder, and with
EVENT_STORE_URL=postgres://…, the service has to be stopped; on an EventStoreDB and a PostgreSQL it may run.

  npm run keys -- list                     every key, the newest first
  npm run keys -- create                   a test key of the account "${FIRST_ACCOUNT}" with every scope; it is shown once
  npm run keys -- revoke <id>              the key is refused from then on

  --account         (list, create) the account; create: "${FIRST_ACCOUNT}", or LIVE_ACCOUNT for a live key
  --mode            (list, create) test or live; create: test
  --plan            (create) scale or enterprise; scale
  --scopes          (create) separated by commas, such as payments:write,payments:read; all
  --name            (create) for people; none
  --expires-at      (create) such as 2027-01-31T12:00:00Z; never
  --ip-allow-list   (create) addresses and CIDR ranges, separated by commas; everywhere
`;

type Wanted =
  | { readonly command: 'list' }
  | { readonly command: 'revoke'; readonly id: string }
  | { readonly command: 'create'; readonly fields: Readonly<Record<string, unknown>> };
/** Undefined: left to the command. */
interface Of {
  readonly account: string | undefined;
  readonly livemode: boolean | undefined;
}

/**
 * `npm run keys`.
 *
 * @throws Error when the service is running on the data folder, a server cannot be reached, there is no such key, or a
 * value is not one that a key can have
 */
export async function manageKeys({ args, environment, output, signal }: ToolOptions): Promise<ExitCode> {
  const request = readRequest(args);
  if (request === undefined) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const runtime = await openDataOrServers(environment);
  const close = (): void => void runtime.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    const keys = await openKeys(runtime);
    signal.throwIfAborted();
    await perform(request, keys, runtime, output);
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    signal.removeEventListener('abort', close);
    await runtime.close();
  }
}

async function perform(
  { wanted, of }: { readonly wanted: Wanted; readonly of: Of },
  keys: OperatorKeys,
  { configuration, lease }: Runtime,
  output: Output,
): Promise<void> {
  const from = lease('gateway') === null ? 'from the next start on' : 'by every running gateway within a second';
  switch (wanted.command) {
    case 'list': {
      const found = await keys.list({
        ...(of.account === undefined ? {} : { account: of.account }),
        ...(of.livemode === undefined ? {} : { livemode: of.livemode }),
      });
      if (found.length === 0) output.write('There are no API keys.\n');
      for (const key of found) output.write(line(key));
      return;
    }
    case 'create': {
      const { livemode = false } = of;
      const usual = livemode ? (configuration.liveAccount ?? FIRST_ACCOUNT) : FIRST_ACCOUNT;
      const { account = usual } = of;
      const { id, secret } = await keys.create({ account, livemode }, readApiKeyFields(wanted.fields));
      const mode = livemode ? 'live' : 'test';
      output.write(`${secret}\n`);
      output.write(`This is ${id}, a ${mode} key of the account "${account}". It is not shown again.\n`);
      output.write(`It is accepted ${from}.\n`);
      return;
    }
    case 'revoke': {
      const { shown } = await keys.revoke(wanted.id);
      output.write(`${wanted.id}  revoked ${String(shown.revoked_at)}. It is refused ${from}.\n`);
    }
  }
}

function readRequest(args: readonly string[]): { readonly wanted: Wanted; readonly of: Of } | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        account: text,
        mode: text,
        plan: text,
        scopes: text,
        name: text,
        'expires-at': text,
        'ip-allow-list': text,
        'wallet-ids': text,
      },
    });
    const { account, mode, ...others } = values;
    const [command, id, ...rest] = positionals;
    if (rest.length > 0 || (mode !== undefined && mode !== 'test' && mode !== 'live')) return undefined;
    const of = { account, livemode: mode === undefined ? undefined : mode === 'live' };
    const isPlain = Object.keys(others).length === 0;
    if (command === 'create' && id === undefined) return { wanted: { command, fields: fieldsOf(others) }, of };
    if (command === 'list' && id === undefined && isPlain) return { wanted: { command }, of };
    if (command === 'revoke' && id !== undefined && Object.keys(values).length === 0) {
      return { wanted: { command, id }, of };
    }
    return undefined;
  } catch {
    return undefined;
  }
}

/** Fields that take several values, separated by commas. */
const LISTS: ReadonlySet<string> = new Set(['scopes', 'ip_allow_list', 'wallet_ids']);

/** As the body of `POST /api_keys` has them: they are read under the same rules. */
function fieldsOf(given: Readonly<Record<string, string | undefined>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value = '']) => {
      const field = name.replaceAll('-', '_');
      return [field, LISTS.has(field) ? value.split(',') : value];
    }),
  );
}

function line({ stored: { account, livemode }, shown }: FoundKey): string {
  const { id, name, plan, scopes, last4, expires_at, ip_allow_list, wallet_ids, revoked_at } = shown;
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  const state = revoked_at !== null ? `revoked ${revoked_at}` : isOver ? 'expired' : 'active';
  const parts = [
    id,
    account,
    `${livemode ? 'live' : 'test'} …${last4}`,
    plan,
    state,
    scopesIn(scopes),
    ...(expires_at === null ? [] : [`expires ${expires_at}`]),
    ...(ip_allow_list === null ? [] : [`from ${ip_allow_list.join(',')}`]),
    ...(wallet_ids === null ? [] : [`for ${wallet_ids.join(',')}`]),
    ...(name === null ? [] : [JSON.stringify(name)]),
  ];
  return `${parts.join('  ')}\n`;
}

function scopesIn(scopes: readonly Scope[]): string {
  if (!DEFAULT_SCOPES.every((scope) => scopes.includes(scope))) return scopes.join(',');
  return scopes.includes(SKIP_SCOPE) ? `all scopes and ${SKIP_SCOPE}` : 'all scopes';
}
