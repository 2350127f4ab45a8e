import { acceptGeneration, endGenerations, generationsOf } from '@stablecoin/stores';
import { forgetCheckpointsBeyond } from '@stablecoin/event-sourcing';
import { CHAIN_NAMES, type ChainName } from '@stablecoin/contracts';
import { CLOCKS_MS, isStored } from '@stablecoin/payment';
import {
  databasesWithCheckpoints,
  noteSent,
  requireOnchainIdKey,
  transactionsAhead,
  type Runtime,
} from '@stablecoin/host';
import { CONSUMERS } from '../../all-services';
import type { ToolOptions } from '../output';
import { operator } from './acceptances';
import type { Asked } from './arguments';
import { holdUnconfirmed } from './grants';
import { settleInherited } from './inherited-payments';
import type { RestoredStore } from './restored-store';
import { review, show } from './review';

/** A transaction on Solana that was signed is in a block, or dead, after so long. */
const INCLUDED_WITHIN_MS = 120_000;

/**
 * Lets the service start on a restored store: everything that it had signed has taken effect or cannot any more, and what
 * became of its open payments is recorded.
 *
 * @throws Error that says what is missing, or until when to wait
 */
export async function acceptRestore(
  restored: RestoredStore,
  { ended, confirmed }: Pick<Asked, 'ended' | 'confirmed'>,
  { output }: Pick<ToolOptions, 'output'>,
): Promise<void> {
  const { runtime, generation, since } = restored;
  if (generation.stage === 'accepted') {
    output.write('Accepted before: the service may start.\n');
    return;
  }
  await requireConfigured(runtime);
  const { clock, configuration, store } = runtime;
  await requireOnchainIdKey(runtime);
  const approvalsUntil = ended + configuration.approvalTtlMs + validityOn(runtime, 'ethereum') + clocksMs(runtime);
  await requireEnded(runtime, since, { ended, approvalsUntil });
  const { found, failed, held, inDoubt } = await settleInherited(restored, approvalsUntil);
  output.write(`Open payments of the backup: ${found} found on chain, ${failed} failed, ${held} held\n`);
  if (inDoubt > 0) {
    output.write(
      `The owners of wallets may have made ${inDoubt} more with what they signed. The service looks them up when that has ended: see npm run restore -- held\n`,
    );
  }
  const unconfirmed = await holdUnconfirmed(restored, confirmed);
  output.write(`Grants of the backup that are not confirmed: ${unconfirmed}\n`);
  await noteSeen(runtime);
  await acceptGeneration(store, generation.name, clock.now(), approvalsUntil, operator());
  output.write('Accepted: the service may start.\n');
}

/**
 * Lets the service start on a store that was moved while it was stopped. Nothing is missing, so the generation ends at once, unless
 * clients still repeat what an earlier one has lost.
 *
 * @throws Error when the chains show a transfer that no payment explains, or the store was restored from a backup
 */
export async function acceptMove(
  { runtime, generation, since }: RestoredStore,
  { sentByHand }: Pick<Asked, 'sentByHand'>,
  { output }: Pick<ToolOptions, 'output'>,
): Promise<void> {
  const open = (await generationsOf(runtime.store)).filter(({ stage }) => stage !== 'ended');
  if (open.some(({ stage, behind }) => stage === 'closed' && behind === undefined)) {
    throw new Error(
      'The store was restored from a backup: what was paid after it is missing. Use accept --ended and --grants.',
    );
  }
  await requireConfigured(runtime);
  await requireNoneAhead(runtime, sentByHand);
  const unexplained = await show(runtime, await review(runtime, since), output);
  if (unexplained > 0) {
    throw new Error(
      'The chains show transfers that no payment explains, so something is lost. Use accept --ended and --grants.',
    );
  }
  await noteSeen(runtime);
  const now = runtime.clock.now();
  await acceptGeneration(runtime.store, generation.name, now, undefined, operator());
  if (open.every(({ stage }) => stage === 'closed')) await endGenerations(runtime.store, now);
  output.write('Accepted: the service may start.\n');
}

/**
 * @param sentByHand - what a person has sent
 * @throws Error when something else was sent that is not stored
 */
async function requireNoneAhead({ store, liveChains }: Runtime, sentByHand: readonly string[]): Promise<void> {
  if (liveChains === undefined) return;
  const ahead = await transactionsAhead({ store, liveChains, isStored });
  const [missing] = ahead.filter(({ name }) => !sentByHand.includes(name));
  if (missing === undefined) return;
  throw new Error(
    `${missing.text}, so something is lost. Use accept --ended and --grants; or, if you sent it yourself, repeat this with --sent-by-hand ${ahead.map(({ name }) => name).join(',')}`,
  );
}

/** The next start accounts for nothing that was sent before, and what has read further than the store goes begins again. */
async function noteSeen({ clock, store, liveChains, ...runtime }: Runtime): Promise<void> {
  if (liveChains !== undefined) await noteSent({ store, liveChains, isStored }, clock.now());
  const head = await store.head();
  for (const service of databasesWithCheckpoints(runtime.configuration.bus, CONSUMERS))
    await forgetCheckpointsBeyond(runtime.database(service), head);
}

/**
 * What the store has on a chain that is not asked could have been paid there.
 *
 * @throws Error that names the chains that are not configured
 */
async function requireConfigured({ liveChains, ...runtime }: Runtime): Promise<void> {
  const [payments, wallets, books] = await Promise.all([
    runtime
      .database<{ payments: { chain: ChainName | null; livemode: number } }>('payment')
      .selectFrom('payments')
      .select('chain')
      .distinct()
      .where('livemode', '=', 1)
      .execute(),
    runtime
      .database<{ wallets: { chain: ChainName; livemode: number } }>('wallet')
      .selectFrom('wallets')
      .select('chain')
      .distinct()
      .where('livemode', '=', 1)
      .execute(),
    runtime
      .database<{ balance_hours: { chain: ChainName; stream: string } }>('treasury')
      .selectFrom('balance_hours')
      .select('chain')
      .distinct()
      .where('stream', 'like', '%.live')
      .execute(),
  ]);
  const used = new Set([...payments, ...wallets, ...books].map(({ chain }) => chain));
  const missing = CHAIN_NAMES.filter((chain) => used.has(chain) && liveChains?.treasuries.has(chain) !== true);
  if (missing.length === 0) return;
  throw new Error(
    `The store has live payments, wallets or books on ${missing.join(', ')}, which are not configured here: set the variables of its chains as the service has them. Without them nothing says what was paid there.`,
  );
}

/**
 * @param times - in milliseconds since the epoch
 * @throws Error while something that was signed before the end of the old service may still take effect, and when something was
 * signed after it
 */
async function requireEnded(
  runtime: Runtime,
  since: number,
  { ended, approvalsUntil }: { readonly ended: number; readonly approvalsUntil: number },
): Promise<void> {
  const validOn = (chain: ChainName): number => ended + validityOn(runtime, chain) + clocksMs(runtime);
  const reviewed = await review(runtime, since, (chain) => ({
    validUntil: validOn(chain),
    approvalsUntil,
    sentUntil: ended + INCLUDED_WITHIN_MS,
  }));
  for (const { chain, payouts } of reviewed) {
    const { at, signedLater } = payouts;
    if (signedLater !== undefined) {
      throw new Error(
        `The service has signed ${signedLater} on ${chain} later than ${new Date(ended).toISOString()}, or its clock was ahead: find out whether it is alive, stop it, and say with --ended when it had ended.`,
      );
    }
    if (at > validOn(chain)) continue;
    throw new Error(
      `What the service had signed may still take effect on ${chain}: its last final block is of ${new Date(at).toISOString()}. Repeat this when one of after ${new Date(validOn(chain)).toISOString()} is final.`,
    );
  }
}

function validityOn({ configuration: { liveChains } }: Pick<Runtime, 'configuration'>, chain: ChainName): number {
  return (chain === 'solana' ? liveChains.solana : liveChains.evm)?.validityMs ?? 0;
}

/** Local chains have the clock of this machine. */
function clocksMs({ configuration: { chains } }: Pick<Runtime, 'configuration'>): number {
  return chains === 'local' ? 0 : CLOCKS_MS;
}
