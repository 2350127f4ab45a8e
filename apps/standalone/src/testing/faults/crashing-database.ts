import type { CompiledQuery, Kysely, QueryResult, Transaction } from 'kysely';
import type { CrashSwitch } from './crash-switch';
import { overriding } from '@stablecoin/chains';

/** A service's database with crash points around its transactions' commits and its relay's checkpoints. */
export function crashingDatabase<DB>(db: Kysely<DB>, service: string, crash: CrashSwitch): Kysely<DB> {
  const steps = [`commit ${service}`];
  const executor = db.getExecutor();
  return overriding(db, {
    getExecutor: () =>
      overriding(executor, {
        executeQuery: async <Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> => {
          if (!movesRelayCheckpoint(query)) return executor.executeQuery(query);
          crash.pass('before', ['checkpoint']);
          const result = await executor.executeQuery(query);
          crash.pass('after', ['checkpoint']);
          return result;
        },
      }),
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
function movesRelayCheckpoint({ sql, parameters }: CompiledQuery): boolean {
  return sql.startsWith('update "checkpoints"') && parameters.some((each) => String(each).startsWith('relay '));
}
