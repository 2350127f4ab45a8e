import { ColumnDefinitionNode, PostgresDialect, PostgresQueryCompiler } from 'kysely';
import type { DataTypeNode, QueryCompiler } from 'kysely';

/** PostgreSQL with tables that answer as those of SQLite do: the two differ in what a text column is. */
export class ReadModelDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new ReadModelCompiler();
  }
}

class ReadModelCompiler extends PostgresQueryCompiler {
  /**
   * Text columns are ordered by bytes, as ids, ordering keys and cursors need it, whatever the locale of the database.
   * They have no length limit, as in SQLite: a limit would block a projection on a long value in an accepted event.
   */
  protected override visitDataType(node: DataTypeNode): void {
    const inColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode);
    if (inColumn && /^(text|varchar\b)/.test(node.dataType)) this.append('text collate "C"');
    else super.visitDataType(node);
  }
}
