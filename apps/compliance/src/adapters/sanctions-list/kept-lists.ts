import { changeTables } from '@stablecoin/event-sourcing';
import type { Kysely } from 'kysely';
import type { ComplianceTables } from '../../read-model/tables';
import type { Validators } from './list-source';
import type { ParsedList } from './parsed-list';

/** A list that was read, and when its source was last found to be as it says. */
export interface KeptList extends ParsedList {
  readonly validators: Validators;
  /** Epoch milliseconds. */
  readonly asOf: number;
}

type OlderKeptList = Omit<KeptList, 'ignoredLines' | 'unread'> & Partial<Pick<KeptList, 'ignoredLines' | 'unread'>>;

/** Keeps the last good version of each list, so that a restart needs no network. Not a projection: lists are no events. */
export class KeptLists {
  constructor(private readonly db: Kysely<ComplianceTables>) {}

  async load(source: string): Promise<KeptList | null> {
    await changeTables(this.db, ({ schema }) =>
      schema
        .createTable('sanctions_lists')
        .ifNotExists()
        .addColumn('source', 'varchar(500)', (column) => column.primaryKey())
        .addColumn('list', 'text', (column) => column.notNull())
        .execute(),
    );
    const row = await this.db
      .selectFrom('sanctions_lists')
      .select('list')
      .where('source', '=', source)
      .executeTakeFirst();
    if (row === undefined) return null;
    // Lists that an earlier version has kept do not say what they left out.
    const { ignoredLines = [], unread = [], ...kept } = JSON.parse(row.list) as OlderKeptList;
    return { ...kept, ignoredLines, unread };
  }

  async save(source: string, kept: KeptList): Promise<void> {
    const list = JSON.stringify(kept);
    await this.db
      .insertInto('sanctions_lists')
      .values({ source, list })
      .onConflict((conflict) => conflict.column('source').doUpdateSet({ list }))
      .execute();
  }
}
