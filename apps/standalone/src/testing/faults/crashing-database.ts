import type { Kysely, KyselyPlugin, QueryId, RootOperationNode, Transaction } from 'kysely';
import type { CrashSwitch } from './crash-switch';
import { overriding } from './overriding';

/** A service's database with crash points around its transactions' commits and its relay's checkpoints. */
export function crashingDatabase<DB>(database: Kysely<DB>, service: string, crash: CrashSwitch): Kysely<DB> {
  const db = database.withPlugin(new RelayCheckpoints(crash));
  const steps = [`commit ${service}`];
  return overriding(db, {
    transaction: () =>
      overriding(db.transaction(), {
        execute: async <T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T> => {
          const result = await db.transaction().execute(async (trx) => {
            const done = await work(trx);
            crash.pass('before', steps);
            return done;
          });
          crash.pass('after', steps);
          return result;
        },
      }),
  });
}

/** Sees the one statement that moves the checkpoint of a relay. */
class RelayCheckpoints implements KyselyPlugin {
  readonly #moves = new WeakSet<QueryId>();

  constructor(private readonly crash: CrashSwitch) {}

  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]): RootOperationNode {
    if (node.kind === 'UpdateQueryNode' && JSON.stringify(node.where).includes('"relay ')) {
      this.#moves.add(queryId);
      this.crash.pass('before', ['checkpoint']);
    }
    return node;
  }

  transformResult({
    result,
    queryId,
  }: Parameters<KyselyPlugin['transformResult']>[0]): ReturnType<KyselyPlugin['transformResult']> {
    if (this.#moves.has(queryId)) this.crash.pass('after', ['checkpoint']);
    return Promise.resolve(result);
  }
}
