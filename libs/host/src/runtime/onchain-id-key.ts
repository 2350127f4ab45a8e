import { createHmac, randomUUID } from 'node:crypto';
import type { Configuration } from '../configuration';
import { ServiceError } from '@stablecoin/contracts';
import { WrongExpectedRevisionError } from '@stablecoin/event-sourcing';
import type { EventStore, NewEvent } from '@stablecoin/event-sourcing';
import { onchainIdKey } from '@stablecoin/security';
import type { SecretBox } from '@stablecoin/security';

const STREAM = 'onchain_id_key-live';
const CHECK_DIGITS = 16;

/** The key of on-chain ids is not the one that the payments of this store were made with. */
export class OnchainIdKeyChangedError extends ServiceError {
  readonly code = 'onchain_id_key_changed';
  readonly retry = 'never';
  override readonly docs = 'docs/backup.md#keys';

  constructor() {
    super(
      'ONCHAIN_ID_KEY, or SECRETS_KEY that it is derived from, is not the one that the payments of this store were made with. Restore it: under another key, lost payments would be made again.',
    );
  }
}

interface Keyed {
  readonly configuration: Pick<Configuration, 'onchainIdKey'>;
  readonly secrets: Pick<SecretBox, 'derivedKey'>;
}

/**
 * Notes the key of on-chain ids at the first start with live chains, by a check value that reveals nothing of it, and compares it at
 * every later one. The ids of payments and wallets follow from it, so payments and the gateway need the same.
 *
 * @param now - in milliseconds since the epoch
 * @throws {@link OnchainIdKeyChangedError} payments and wallets that were lost would be made again under another key
 */
export async function checkOnchainIdKey(
  {
    store,
    ...keyed
  }: Keyed & {
    readonly configuration: Pick<Configuration, 'liveChains'>;
    readonly store: Pick<EventStore, 'append' | 'durable' | 'read'>;
  },
  now: number,
): Promise<void> {
  const { evm, solana } = keyed.configuration.liveChains;
  const isLive = evm !== null || solana !== null;
  if (isLive && (await notedIn(store)) === undefined) await note(store, checkOf(keyed), now);
  await requireOnchainIdKey({ store, ...keyed });
}

/**
 * Compares the key with that of the first start, and notes nothing where there was none.
 *
 * @throws {@link OnchainIdKeyChangedError}
 */
export async function requireOnchainIdKey({
  store,
  ...keyed
}: Keyed & { readonly store: Pick<EventStore, 'read'> }): Promise<void> {
  const noted = await notedIn(store);
  if (noted !== undefined && noted !== checkOf(keyed)) throw new OnchainIdKeyChangedError();
}

async function notedIn(store: Pick<EventStore, 'read'>): Promise<string | undefined> {
  const [noted] = await store.read(STREAM, { limit: 1 });
  return (noted?.data as { readonly check: string } | undefined)?.check;
}

async function note(store: Pick<EventStore, 'append' | 'durable'>, check: string, now: number): Promise<void> {
  const commandId = randomUUID();
  const metadata = { commandId, at: now, correlationId: commandId, account: '', livemode: true };
  const noted: NewEvent = { id: randomUUID(), type: 'OnchainIdKeyNoted', data: { check }, metadata };
  try {
    await store.append(STREAM, 'none', [noted]);
  } catch (error) {
    // Another process was first.
    if (!(error instanceof WrongExpectedRevisionError)) throw error;
  }
  await store.durable();
}

function checkOf({ configuration, secrets }: Keyed): string {
  const key = onchainIdKey(configuration.onchainIdKey, secrets);
  return createHmac('sha256', key)
    .update(JSON.stringify(['check']))
    .digest('hex')
    .slice(0, CHECK_DIGITS);
}
