import { readConfiguration } from '@stablecoin/host';
import { endGenerations } from '@stablecoin/stores';
import { EXIT, type ExitCode, type ToolOptions } from '../output';
import { restoreStatus } from './acceptances';
import { acceptMove, acceptRestore } from './accept-restore';
import { showAccessChanges } from './access-log';
import { adopt, ADOPT_USAGE } from './adopt';
import { bookTransfers } from './book-transfers';
import { readArguments, type Asked } from './arguments';
import { confirmHeld, showGrants } from './grants';
import { cancelHeld, heldPayments, resumeHeld, showHeld } from './inherited-payments';
import { readManifest } from './manifest';
import { restoreBackup } from './restore-backup';
import { restoreEvents } from './restore-events';
import { withRestoredStore, type RestoredStore } from './restored-store';
import { review, show, showAhead } from './review';

const USAGE = `Restores a backup, and lets its service pay again.

  npm run restore -- <folder>                  restores a backup: of a data folder into DATA_DIR, of events into EVENT_STORE_URL
                                               and DATABASE_URL. Each has to be empty
  npm run restore -- review [--log <file>]     the transfers on chain since the backup that no payment explains, and the API keys,
                                               members and attestations that it makes valid again; with a log of the
                                               service, JSON lines, also what was revoked since; and what relayers and
                                               fee payers have sent that is not stored
  npm run restore -- accept --ended <time> --grants <which>
                                               the service may start: it had ended everywhere by this time, such as
                                               2026-01-31T12:00:00Z. Refused until nothing that it signed can take effect.
                                               --grants all: these keys, members and attestations are valid;
                                               except:<id>,…: all but these; only:<id>,…: these alone
  npm run restore -- accept --nothing-lost [--sent-by-hand <transaction>,…]
                                               the service may start on data that was moved while it was stopped. Refused when
                                               a transfer was made that no payment explains, or a relayer or fee payer has sent
                                               something that is not stored. Name, by hash or nonce, what you sent yourself
  npm run restore -- status                    who has accepted restores, promotions and copies of this store, and when
  npm run restore -- confirm <id>…             keys, members and attestations that were not; "all": every one
  npm run restore -- held                      payments of the backup that wait until their order is confirmed
  npm run restore -- resume <payment>…         they continue; "all": every one
  npm run restore -- cancel <payment>…         they fail as canceled; "all": every one
  npm run restore -- book <hash>…              books the transfers of these transactions that no payment explains, on the treasury
                                               or wallet that they left; "all": every one. If their key is repeated
                                               later, they are charged once
${ADOPT_USAGE}  npm run restore -- end                       clients have repeated their keys: no record is missing any more

The service has to be stopped, every instance of it. BACKUP_PASSPHRASE opens an encrypted backup. After a restore with other
tools, set RESTORED_FROM to the time of the backup, for this command or for the service.
`;

/** What can be done with a restored store, by the word that asks for it. */
const COMMANDS: Readonly<Record<string, (store: RestoredStore, asked: Asked, options: ToolOptions) => Promise<void>>> =
  {
    review: async ({ runtime, since }, { log }, { output }) => {
      output.write(`What was paid since ${new Date(since).toISOString()}:\n`);
      await show(runtime, await review(runtime, since), output);
      await showGrants(runtime, output);
      if (log !== undefined) await showAccessChanges(log, since, output);
      await showAhead(runtime, output);
    },
    accept: (store, asked, options) =>
      asked.isNothingLost ? acceptMove(store, asked, options) : acceptRestore(store, asked, options),
    confirm: async ({ runtime }, { ids }, { output }) => {
      output.write(`${await confirmHeld(runtime, ids)} grants are confirmed\n`);
    },
    held: async (store, _, { output }) => showHeld(await heldPayments(store), output),
    resume: async (store, { ids }, { output }) => {
      output.write(`${await resumeHeld(store, ids)} payments continue\n`);
    },
    cancel: async (store, { ids }, { output }) => {
      output.write(`${await cancelHeld(store, ids)} payments are canceled\n`);
    },
    book: bookTransfers,
    end: endRestore,
  };

/**
 * `npm run restore`.
 *
 * @throws Error of one line
 */
export async function manageRestore(options: ToolOptions): Promise<ExitCode> {
  const { args, environment, output } = options;
  if (args[0] === 'adopt') {
    await adopt(args.slice(1), options);
    return EXIT.done;
  }
  if (args[0] === 'status' && args.length === 1) {
    await restoreStatus(options);
    return EXIT.done;
  }
  const asked = readArguments(args);
  if (asked === undefined) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const carryOut = COMMANDS[asked.command];
  if (carryOut === undefined) return restore(asked.command, options);
  await withRestoredStore(environment, (store) => carryOut(store, asked, options));
  return EXIT.done;
}

async function restore(source: string, options: ToolOptions): Promise<ExitCode> {
  const { environment, output } = options;
  const { events, ...manifest } = readManifest(source);
  if (isInFolder(environment) !== (events === undefined)) {
    throw new Error(
      `The backup is of ${events === undefined ? 'a data folder' : 'events on a server'}: set EVENT_STORE_URL as the service had it.`,
    );
  }
  if (manifest.encrypted && (environment['BACKUP_PASSPHRASE'] ?? '') === '') {
    throw new Error('The backup is encrypted: set BACKUP_PASSPHRASE.');
  }
  if (events === undefined) await restoreBackup(source, manifest, options, Date.now());
  else {
    const code = await restoreEvents(source, { ...manifest, events }, options);
    if (code !== EXIT.done) return code;
  }
  output.write('It does not start before: npm run restore -- review, and npm run restore -- accept\n');
  return EXIT.done;
}

/** @throws Error while a payment is held, or the chains do not say whether it was made: it would be forgotten */
export async function endRestore(
  restored: RestoredStore,
  _: Asked,
  { output }: Pick<ToolOptions, 'output'>,
): Promise<void> {
  const held = await heldPayments(restored);
  if (held.length > 0) {
    showHeld(held, output);
    throw new Error(
      'Payments are held, or wait for the chains: resume or cancel what is held, or have the clients repeat the keys. Start the service for what waits for the chains.',
    );
  }
  const { clock, store } = restored.runtime;
  await endGenerations(store, clock.now());
  output.write('Done. Start the service again.\n');
}

function isInFolder(environment: ToolOptions['environment']): boolean {
  const { eventStore } = readConfiguration(environment);
  return eventStore === 'sqlite' || eventStore === 'memory';
}
