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
   * Text is ordered by its bytes, as ids, ordering keys and cursors need it, whatever the database was created with.
   * And it may be of any length, as in SQLite: a length of the table's own would hold up a projection for ever, for an
   * event that was accepted long ago.
   */
  protected override visitDataType(node: DataTypeNode): void {
    const inColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode);
    if (inColumn && /^(text|varchar\b)/.test(node.dataType)) this.append('text collate "C"');
    else super.visitDataType(node);
  }
}
