import { confirmGrants, heldGrants, holdGrants } from '@stablecoin/stores';
import type { Runtime } from '@stablecoin/host';
import type { Output } from '../output';
import type { RestoredStore } from './restored-store';

/** Which inherited grants the operator confirms. */
export type Confirmed =
  | { readonly kind: 'all' }
  /** Those that are named were revoked, or may have been. */
  | { readonly kind: 'except' | 'only'; readonly ids: readonly string[] };

/** Something of a backup that lets its holder do things. */
interface Grant {
  readonly id: string;
  readonly account: string;
  readonly livemode: number;
  readonly created_at: number;
  /** What people know it by. */
  readonly name: string | null;
}

type Grants = {
  readonly 'API keys': readonly Grant[];
  readonly members: readonly Grant[];
  readonly attestations: readonly Grant[];
  readonly sessions: readonly Grant[];
};

type Tables = {
  readonly api_keys: Grant & { readonly revoked_at: number | null };
  readonly members: Grant & { readonly status: string };
  readonly sessions: Omit<Grant, 'name'>;
  readonly attestations: Omit<Grant, 'name'> & { readonly revoked_at: number | null; readonly reference: string };
};

const COLUMNS = ['id', 'account', 'livemode', 'created_at'] as const;

/** @returns undefined for another text than `all`, `except:<ids>` or `only:<ids>` */
export function readConfirmed(text: string): Confirmed | undefined {
  if (text === 'all') return { kind: 'all' };
  const [, kind, ids = ''] = /^(except|only):(.+)$/.exec(text) ?? [];
  if (kind !== 'except' && kind !== 'only') return undefined;
  return { kind, ids: ids.split(',').map((id) => id.trim()) };
}

/**
 * Holds the inherited grants that the operator does not confirm. The store is closed: everything in it is inherited.
 *
 * @throws Error that names what is no grant of the store
 */
export async function holdUnconfirmed({ runtime, generation }: RestoredStore, confirmed: Confirmed): Promise<number> {
  const grants = Object.values(await grantsIn(runtime)).flat();
  const known = new Set(grants.map(({ id }) => id));
  if (confirmed.kind !== 'all') requireKnown(confirmed.ids, known);
  const named = new Set(confirmed.kind === 'all' ? [] : confirmed.ids);
  const isHeld = ({ id }: Grant): boolean =>
    confirmed.kind !== 'all' && named.has(id) === (confirmed.kind === 'except');
  const held = grants.filter(isHeld).map(({ id }) => id);
  await holdGrants(runtime.store, generation.name, held, runtime.clock.now());
  return held.length;
}

/** Confirms grants that are held. @throws Error that names one that is not */
export async function confirmHeld(
  { clock, store }: Pick<Runtime, 'clock' | 'store'>,
  ids: readonly string[] | 'all',
): Promise<number> {
  const held = await heldGrants(store);
  const confirmed = ids === 'all' ? [...held] : ids;
  requireKnown(confirmed, held);
  if (confirmed.length > 0) await confirmGrants(store, confirmed, clock.now());
  return confirmed.length;
}

/** Writes a line for each grant that came back, and for the policies of each account, with the time of its last change. */
export async function showGrants(runtime: Runtime, output: Output): Promise<void> {
  const { sessions, ...named } = await grantsIn(runtime);
  const held = await heldGrants(runtime.store);
  for (const [kind, grants] of Object.entries(named)) {
    output.write(`${grants.length} ${kind} of the backup are valid again\n`);
    for (const { id, account, livemode, created_at: createdAt, name } of grants) {
      const created = `of ${new Date(createdAt).toISOString()}`;
      const mode = livemode === 1 ? 'live' : 'test';
      output.write(`  ${id}  ${account}.${mode}  ${created}  ${name ?? '(no name)'}${held.has(id) ? '  held' : ''}\n`);
    }
  }
  output.write(`${sessions.length} sessions of the backup are valid again\n`);
  const tenants = new Set(
    named['API keys'].map(({ account, livemode }) => `${account}.${livemode === 1 ? 'live' : 'test'}`),
  );
  for (const tenant of tenants) {
    const [last] = await runtime.store.read(`policy-${tenant}`, { direction: 'backwards', limit: 1 });
    if (last !== undefined)
      output.write(`Policies of ${tenant}: last changed at ${new Date(last.metadata.at).toISOString()}\n`);
  }
}

function requireKnown(ids: readonly string[], known: ReadonlySet<string>): void {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new Error(
      `${unknown.join(', ')}: no API key, session, member or attestation that this is about. See npm run restore -- review`,
    );
  }
}

/** What has been neither revoked nor disabled, as far as the store knows. */
async function grantsIn(runtime: Runtime): Promise<Grants> {
  const gateway = runtime.database<Tables>('gateway');
  const keys = gateway
    .selectFrom('api_keys')
    .select([...COLUMNS, 'name'])
    .where('revoked_at', 'is', null);
  const members = gateway
    .selectFrom('members')
    .select([...COLUMNS, 'name'])
    .where('status', '!=', 'disabled');
  const sessions = gateway.selectFrom('sessions').select([...COLUMNS, 'id as name']);
  const attestations = runtime
    .database<Tables>('compliance')
    .selectFrom('attestations')
    .select([...COLUMNS, 'reference as name'])
    .where('revoked_at', 'is', null);
  return {
    'API keys': await keys.orderBy('created_at').orderBy('id').execute(),
    members: await members.orderBy('created_at').orderBy('id').execute(),
    attestations: await attestations.orderBy('created_at').orderBy('id').execute(),
    sessions: await sessions.execute(),
  };
}
