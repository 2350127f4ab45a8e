import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { productFiles, walk } from './testing/product-source';

/** What a removal waits for, and a test that shows it: a file, and a part of the test's name. */
interface Removal {
  readonly waitsFor: string;
  readonly shownBy: readonly [file: string, name: string];
}

const ES = 'libs/event-sourcing/src';
const STORES = 'libs/stores/src';
const MESSAGING = 'libs/messaging/src';
const JOB: Removal = {
  waitsFor:
    'the event that ends the work is on the disk; the row goes in the transaction that moves the checkpoint past it',
  shownBy: [`${ES}/jobs/job-table.spec.ts`, 'is changed as part of the transaction'],
};
const ROW: Removal = {
  waitsFor: 'the event is on the disk; the row goes in the transaction that moves the checkpoint past it',
  shownBy: [`${ES}/projection/projector.spec.ts`, 'leaves neither without the other'],
};
const REMADE: Removal = {
  waitsFor: 'one transaction with the checkpoint: the read model is made again from the events, which stay',
  shownBy: [`${ES}/projection/projector.spec.ts`, 'a rebuild that was interrupted continues at the next start'],
};
const FETCHED_ON: Removal = {
  waitsFor: 'the record is handled by appending, or its letter is acknowledged by the broker',
  shownBy: [`${MESSAGING}/kafka/testing/delivery.contract.ts`, 'keeps the offset before a message that is not handled'],
};
const LETTER: Removal = {
  waitsFor: 'what its message has led to is on the disk',
  shownBy: [
    'libs/host/src/runtime/runtime.spec.ts',
    'removes a dead letter that is driven again when what it has led to',
  ],
};
const KAFKA_LETTER: Removal = {
  waitsFor: 'its consumer has handled the message, whose append a server has acknowledged',
  shownBy: [`${MESSAGING}/kafka/testing/delivery.contract.ts`, 'it goes when it is handled there, and not before'],
};
const WRITTEN: Removal = {
  waitsFor: 'the transaction that holds it is committed and flushed',
  shownBy: [`${STORES}/sqlite/crash.spec.ts`, 'every acknowledged event is there'],
};
const BACKUP_SPEC = 'apps/standalone/src/tools/backup/backup.spec.ts';
const OWN_COPY: Removal = {
  waitsFor: 'nothing: it is a copy that the same command has made, and the original stays',
  shownBy: [BACKUP_SPEC, 'and leaves no data folder'],
};
const LOCAL_STATES: Removal = {
  waitsFor: 'the end of the local chain, whose states nothing else reads',
  shownBy: [
    'libs/chains/src/local/local-evm.spec.ts',
    'keeps few states on disk, and leaves nothing there when it ends',
  ],
};
const METRICS_FILE: Removal = {
  waitsFor: 'the backup is complete: the file says when, and replaces what the backup before it has said',
  shownBy: [BACKUP_SPEC, 'says in a file for Prometheus when the backup was taken'],
};
const NO_DATA: Removal = {
  waitsFor: 'nothing: it removes no data, but is called so',
  shownBy: ['apps/standalone/src/removals.spec.ts', 'every removal'],
};

/** Calls that take something away of which there may be no other copy: `<file> <call>`. */
const DURABLE: Readonly<Record<string, Removal>> = {
  // Backups.
  'apps/standalone/src/tools/backup/copy-data-folder.ts rmSync': OWN_COPY,
  'apps/standalone/src/tools/backup/make-backup.ts rmSync': OWN_COPY,
  'apps/standalone/src/tools/backup/make-backup.ts renameSync': METRICS_FILE,
  'apps/standalone/src/tools/backup/restore-events.ts rmSync': OWN_COPY,
  'apps/standalone/src/tools/backup/restore-backup.ts renameSync': OWN_COPY,
  'apps/standalone/src/tools/backup/restore-backup.ts rmSync': OWN_COPY,
  'libs/security/src/secrets/sealed-file.ts rm': OWN_COPY,
  'libs/chains/src/local/anvil.ts rm': LOCAL_STATES,

  // Rows of read models, and the jobs in them.
  'apps/compliance/src/read-model/compliance-projection.ts jobs.remove(CHECKS)': JOB,
  'apps/compliance/src/read-model/compliance-projection.ts jobs.remove(LIST_COMPARISON)': JOB,
  'apps/compliance/src/read-model/compliance-projection.ts jobs.remove(RESCREENING)': JOB,
  'apps/compliance/src/read-model/compliance-projection.ts jobs.remove(REVIEW_EXPIRY)': JOB,
  'apps/compliance/src/read-model/screenings.ts trx.deleteFrom(screenings)': ROW,
  'apps/access/src/read-model/people.ts trx.deleteFrom(sessions)': ROW,
  'apps/payment/src/read-model/payment-job-projection.ts jobs.remove(JOB.authorization)': JOB,
  'apps/payment/src/read-model/payment-job-projection.ts jobs.remove(JOB.doubt)': JOB,
  'apps/payment/src/read-model/payment-job-projection.ts jobs.remove(JOB.networkFees)': JOB,
  'apps/payment/src/read-model/payment-job-projection.ts jobs.remove(JOB.screeningDeadline)': JOB,
  'apps/payment/src/read-model/payment-job-projection.ts jobs.remove(JOB.submission)': JOB,
  'apps/payment/src/read-model/payment-job-projection.ts jobs.remove(JOB.undone)': JOB,
  'apps/payment/src/read-model/payment-job-projection.ts jobs.remove(JOB.waiting)': JOB,
  'libs/funds/src/read-model/approvals.ts jobs.remove(APPROVAL_EXPIRY)': JOB,
  'apps/webhook/src/read-model/endpoints.ts trx.deleteFrom(webhook_endpoints)': ROW,
  'apps/webhook/src/read-model/webhook-projection.ts jobs.remove(DELIVERY)': JOB,
  'apps/webhook/src/read-model/webhook-projection.ts jobs.remove(REPLAY)': JOB,
  [`${ES}/jobs/job-table.ts queries.deleteFrom(work)`]: JOB,
  [`${ES}/job-runner/job-index.ts this.remove(kind)`]: {
    waitsFor: 'nothing: the rows are held in memory, and made again from events at every start',
    shownBy: [`${ES}/job-runner/job-runner.spec.ts`, 'begins again after a restart, because its job is still there'],
  },
  // Checkpoints.
  [`${ES}/projection/read-model.ts moveCheckpoint`]: ROW,
  [`${ES}/projection/read-model.ts resetCheckpoint`]: REMADE,
  [`${ES}/projection/read-model.ts trx.schema.dropTable`]: REMADE,
  [`${ES}/tables/checkpoint.ts tables(db).deleteFrom(checkpoints)`]: {
    waitsFor: 'nothing: it is beyond the last event, and what it is of begins again from the events',
    shownBy: [
      'libs/host/src/runtime/generation.spec.ts',
      'closes itself when a read model has read more, and says which',
    ],
  },
  [`${ES}/relay/lazy-checkpoint.ts moveCheckpoint`]: {
    waitsFor: 'all messages up to it are acknowledged, and everything appended before is on the disk',
    shownBy: [`${ES}/relay/publisher.spec.ts`, 'rule 28: and of which everything is on the disk'],
  },
  [`${ES}/relay/lazy-checkpoint.ts resetCheckpoint`]: {
    waitsFor: 'nothing: it goes back, and everything is published again',
    shownBy: [`${ES}/relay/publisher.spec.ts`, 'begins anew when the store ends before it'],
  },
  // Messages: what was published, what was taken, what was given up.
  [`${ES}/relay/ordering-keys.ts waiting.splice`]: {
    waitsFor: 'nothing: the checkpoint stays before its event until it is acknowledged',
    shownBy: [`${ES}/relay/publisher.spec.ts`, 'a crash with unacknowledged messages publishes them again'],
  },
  [`${MESSAGING}/kafka/coalescing-producer.ts this.#waiting.splice`]: {
    waitsFor:
      'nothing: who publishes is told only when the broker has it on all replicas in sync, of which there are two',
    shownBy: [`${MESSAGING}/kafka/topics.spec.ts`, 'are asked for with an acknowledgement of two'],
  },
  [`${MESSAGING}/kafka/group-consumer.ts commit`]: FETCHED_ON,
  [`${MESSAGING}/kafka/group-consumer.ts progress.committed`]: FETCHED_ON,
  [`${MESSAGING}/kafka/partition-progress.ts this.#outstanding.delete`]: FETCHED_ON,
  [`${MESSAGING}/consumer.ts this.#waiting.shift`]: {
    waitsFor: 'nothing: who has published it, or the offset, waits until it is handled or a letter',
    shownBy: [`${MESSAGING}/in-process/in-process-bus.spec.ts`, 'refuses what waits for room'],
  },
  [`${MESSAGING}/dead-letters/durable-dead-letters.ts deadLetters.remove(...args)`]: LETTER,
  [`${MESSAGING}/dead-letters/kysely-dead-letters.ts this.#db.deleteFrom(dead_letters)`]: LETTER,
  [`${MESSAGING}/dead-letters/redrive.ts deadLetters.remove(id)`]: LETTER,
  [`${MESSAGING}/kafka/kafka-bus.ts this.#deadLetters.discard`]: KAFKA_LETTER,
  [`${MESSAGING}/kafka/kafka-dead-letters.ts this.discard`]: KAFKA_LETTER,
  // The event store and files.
  [`${STORES}/sqlite/group-writer.ts INSERT OR REPLACE`]: {
    waitsFor:
      'nothing: a snapshot takes the place of an older one in a transaction, behind the events that it was made of',
    shownBy: [`${STORES}/sqlite/crash.spec.ts`, 'every acknowledged event is there'],
  },
  [`${STORES}/group-commit/write-queue.ts this.#waiting.splice`]: WRITTEN,
  [`${STORES}/sqlite/writer.ts waiting.splice`]: WRITTEN,
  [`${STORES}/sqlite/writer.ts wal_checkpoint(TRUNCATE)`]: {
    waitsFor: 'SQLite, which flushes the file before it empties the log',
    shownBy: [`${STORES}/sqlite/schema.spec.ts`, 'a committed transaction is on the disk'],
  },
  'libs/security/src/secrets/key-file.ts unlink': {
    waitsFor: 'the key is flushed and linked under its own name; the folder is flushed before it is used',
    shownBy: ['libs/security/src/secrets/secrets.spec.ts', 'makes a key at the first start'],
  },
  'libs/chains/src/local/local-chains-file.ts rename': {
    waitsFor: 'nothing: it says where chains for trying out are, which end with their process',
    shownBy: [
      'apps/standalone/src/local-chains.spec.ts',
      'refuses a folder whose payments stand on chains that have ended',
    ],
  },
  'apps/gateway/src/resources/api-keys/update-api-key.ts this.administration.rename': NO_DATA,
  'apps/gateway/src/resources/webhook-endpoints/delete-webhook-endpoint.ts this.endpoints.remove(contextOf(request))':
    NO_DATA,
};

/**
 * Files whose other removals are of memory alone, by what makes that harmless: it is folded from a stream again, read
 * again, or belongs to work that is done again after a crash.
 */
const MEMORY: Readonly<Record<string, readonly string[]>> = {
  'a state that is folded from its stream': [
    'apps/payment/src/domain/submission.ts',
    'apps/treasury/src/domain/followed-chains.ts',
    'apps/treasury/src/domain/treasury.ts',
    'apps/wallet/src/domain/decide-followed-deposits.ts',
    'apps/wallet/src/domain/spending-window.ts',
    `${ES}/command/stream-states.ts`,
    `${ES}/command/remembered-commands.ts`,
    'libs/funds/src/domain/approvals.ts',
    'libs/funds/src/domain/deposits.ts',
    'libs/funds/src/domain/payment-windows.ts',
    'libs/funds/src/domain/recent-ids.ts',
    'libs/funds/src/domain/reservation-book.ts',
  ],
  'a cache or a measure: it is read or computed again': [
    'apps/compliance/src/adapters/chain-flags.ts',
    'apps/compliance/src/adapters/risk-provider.ts',
    'apps/compliance/src/adapters/sanctions-list/sanctions-list.ts',
    'apps/compliance/src/adapters/sanctions-list/sdn-parser.ts',
    'apps/access/src/application/access-record.ts',
    'apps/access/src/application/authenticator.ts',
    'apps/access/src/application/session-authenticator.ts',
    'libs/host/src/limits/bounded-map.ts',
    'apps/payment/src/application/submission-tracker.ts',
    'apps/payment/src/application/inherited-history.ts',
    'apps/payment/src/application/orders.ts',
    'apps/payment/src/read-model/memory-payment-job-queue.ts',
    'apps/treasury/src/application/chain-watch.ts',
    'apps/treasury/src/application/posted-samples.ts',
    'apps/wallet/src/application/wallet-allowances.ts',
    'apps/wallet/src/application/wallet-reconciliation.ts',
    'apps/webhook/src/application/bounded-cache.ts',
    'apps/webhook/src/application/endpoint-directory.ts',
    'apps/webhook/src/read-model/endpoints.ts',
    'libs/chains/src/evm/accounts/payer-watch.ts',
    'libs/chains/src/evm/blocks-by-time.ts',
    'libs/chains/src/evm/observation/block-times.ts',
    'libs/chains/src/evm/observation/transfer-observer.ts',
    'libs/chains/src/evm/observation/use-finder.ts',
    'libs/chains/src/evm/stuck-submissions.ts',
    'libs/chains/src/guarded-chain.ts',
    'libs/chains/src/simulated/journal.ts',
    'libs/chains/src/solana/accounts/associated-accounts.ts',
    'libs/chains/src/solana/accounts/mention-walks.ts',
    'libs/chains/src/solana/accounts/recipients.ts',
    'libs/chains/src/solana/observation/earlier-uses.ts',
    'libs/chains/src/solana/observation/transfer-observer.ts',
    'libs/contracts/src/address.ts',
    `${STORES}/backup/generations.ts`,
    `${STORES}/eventstoredb/log-reader.ts`,
    `${STORES}/postgres/stream-ends.ts`,
    `${STORES}/sqlite/stream-ends.ts`,
    `${ES}/job-runner/job-index.ts`,
    `${MESSAGING}/kafka/kafka-dead-letters.ts`,
  ],
  'a chain for trying out, which ends with its process': [
    'libs/chains/src/local/solana-front.ts',
    'libs/chains/src/local/solana-ledger.ts',
  ],
  'somebody who waits: told before, or gone with the process': [
    'apps/gateway/src/waiting/payment-waiters.ts',
    'apps/gateway/src/waiting/wakeups.ts',
    'apps/gateway/src/limits/admission.ts',
    `${ES}/projection/position-waiter.ts`,
    `${ES}/projection/projector.ts`,
    `${STORES}/eventstoredb/connection.ts`,
    `${STORES}/eventstoredb/interruptions.ts`,
    `${STORES}/group-commit/write-queue.ts`,
    `${STORES}/eventstoredb/append-stream.ts`,
    `${STORES}/subscriptions.ts`,
    `${ES}/ports/writing-state.ts`,
    `${ES}/job-runner/memory-job-queue.ts`,
    'libs/host/src/runtime/threads/remote-event-store.ts',
    'libs/host/src/runtime/threads/thread-rpc.ts',
  ],
  'work under way: its event, row, message or offset stays until it is done': [
    'apps/gateway/src/http/json-body.ts',
    'apps/gateway/src/limits/open-streams.ts',
    'apps/payment/src/domain/decide-payment.ts',
    'apps/webhook/src/adapters/webhook-sender.ts',
    'apps/webhook/src/application/concurrency-limiter.ts',
    'libs/chains/src/signer/kms/concurrency-limit.ts',
    `${ES}/command/snapshot-writer.ts`,
    `${ES}/command/stream-queues.ts`,
    `${ES}/relay/ordering-keys.ts`,
    `${STORES}/eventstoredb/eventstoredb-event-store.ts`,
    `${ES}/job-runner/delayed-keys.ts`,
    `${ES}/job-runner/full-groups.ts`,
    `${STORES}/postgres/postgres-event-store.ts`,
    `${ES}/jobs/job-changes.ts`,
    `${ES}/job-runner/job-runner.ts`,
    `${ES}/job-runner/last-reports.ts`,
    `${MESSAGING}/consumer.ts`,
    `${MESSAGING}/in-order.ts`,
    `${MESSAGING}/in-process/in-process-bus.ts`,
    `${MESSAGING}/kafka/group-consumer.ts`,
    `${MESSAGING}/kafka/kafka-bus.ts`,
    'libs/host/src/runtime/shutdown/shutdown.ts',
  ],
  'for tests': [`${MESSAGING}/dead-letters/memory-dead-letters.ts`],
};

/** Takes entries out of a map, a set or a list. */
const OF_MEMORY = ['delete', 'clear', 'splice', 'shift', 'pop'];
/** Removes what may be durable, or says that something is done with. */
const OF_DATA = [
  ...['remove', 'deleteFrom', 'dropTable', 'truncate', 'discard', 'commit', 'committed', 'ack', 'acknowledge'],
  ...['moveCheckpoint', 'resetCheckpoint', 'rename', 'renameSync', 'unlink', 'unlinkSync', 'rm', 'rmSync'],
];
const SQL = /\b(DROP TABLE|DELETE FROM|TRUNCATE TABLE|INSERT OR REPLACE|wal_checkpoint\(TRUNCATE\))/i;

interface Found {
  readonly path: string;
  readonly call: string;
  readonly ofMemory: boolean;
}

describe('every removal', () => {
  // The console runs in browsers, and keeps nothing.
  const services = productFiles().filter(({ path }) => !path.startsWith('apps/console/'));
  const found = services.flatMap(({ path, source }) => removalsIn(path, source));
  const memory = new Set(Object.values(MEMORY).flat());

  it('every removal of a possibly last copy names the condition it waits for', () => {
    const unsaid = found.filter(
      ({ path, call, ofMemory }) => !(`${path} ${call}` in DURABLE) && !(ofMemory && memory.has(path)),
    );
    expect(unsaid.map(({ path, call }) => `${path} ${call}`)).toEqual([]);
  });

  it('that is listed is there', () => {
    const calls = new Set(found.map(({ path, call }) => `${path} ${call}`));
    expect(Object.keys(DURABLE).filter((each) => !calls.has(each))).toEqual([]);
    const paths = new Set(found.filter(({ ofMemory }) => ofMemory).map(({ path }) => path));
    expect([...memory].filter((path) => !paths.has(path))).toEqual([]);
  });

  it.each(Object.entries(DURABLE))('%s is shown by a test', (_call, { waitsFor, shownBy: [file, name] }) => {
    expect(waitsFor).not.toBe('');
    const path = join(__dirname, '..', '..', '..', file);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain(name);
  });
});

function removalsIn(path: string, source: ts.SourceFile): readonly Found[] {
  const found = new Map<string, Found>();
  const add = (call: string, ofMemory: boolean): void => void found.set(call, { path, call, ofMemory });
  walk(source, (node) => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
      if (OF_MEMORY.includes(name)) add(expression.getText(), true);
      else if (OF_DATA.includes(name)) add(`${expression.getText()}${targetOf(name, node)}`, false);
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const [, statement] = SQL.exec(node.getText()) ?? [];
      if (statement !== undefined) add(statement, false);
    }
  });
  return [...found.values()];
}

/** What tells two calls of one name apart: the kind of the row, the table. */
function targetOf(name: string, { arguments: [first] }: ts.CallExpression): string {
  if ((name !== 'remove' && name !== 'deleteFrom') || first === undefined) return '';
  return `(${ts.isStringLiteral(first) ? first.text : first.getText()})`;
}
