import { parseAddress } from '@stablecoin/contracts';
import type { PaymentFilter, PaymentOrder } from '@stablecoin/contracts';
import { rowWriter } from '@stablecoin/event-sourcing';
import type { AnyKysely } from '@stablecoin/event-sourcing';
import { SchemaModule } from 'kysely';

/** One text that a payment is found by. */
export interface TermRow {
  /** Id of the payment. */
  readonly owner: string;
  readonly account: string;
  /** 0 or 1. */
  readonly livemode: number;
  readonly term: string;
}

/** One way in which payments match a search. Each reads an index in the order of the list. */
export type Match =
  | { readonly by: 'id'; readonly values: readonly string[] }
  | { readonly by: 'to_address' | 'tx_hash' | 'term'; readonly value: string };

const EVM_HASH = /^0x[0-9a-f]{64}$/i;
/** Punctuation around a word, such as brackets, quotes and a full stop. */
const AROUND = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;

export const WRITE_TERMS = rowWriter<TermRow>({
  table: 'payment_terms',
  columns: ['owner', 'account', 'livemode', 'term'],
  onConflict: { key: ['account', 'livemode', 'term', 'owner'], update: ['owner'] },
});

/** Creates the table of terms where it is absent. Its key has the payments of one term in order. */
export async function createTermTable(db: AnyKysely): Promise<void> {
  await new SchemaModule(db.getExecutor())
    .createTable('payment_terms')
    .ifNotExists()
    .addColumn('owner', 'varchar(64)', (column) => column.notNull())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('term', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('payment_terms_key', ['account', 'livemode', 'term', 'owner'])
    .execute();
}

/** What an order is found by: the words of its memo, the memo as a whole, and the values of its metadata. */
export function termsOf({ memo, metadata = {} }: Pick<PaymentOrder, 'memo' | 'metadata'>): ReadonlySet<string> {
  const words = memo === null ? [] : memo.split(/\s+/u).map((word) => word.replace(AROUND, ''));
  const texts = [...Object.values(metadata), ...(memo === null ? [] : [memo]), ...words];
  return new Set(texts.map(termOf).filter((term) => term !== ''));
}

/** The ways in which payments can match a search: which are possible follows from the text. */
export function matchesOf({ text, id }: Required<PaymentFilter>['search']): readonly Match[] {
  const matches: Match[] = [{ by: 'id', values: id === null ? [text] : [text, id] }];
  const address = parseAddress(text);
  if ('address' in address) matches.push({ by: 'to_address', value: address.address });
  // Chains name EVM transactions in lower case; on Solana case counts.
  matches.push({ by: 'tx_hash', value: EVM_HASH.test(text) ? text.toLowerCase() : text });
  const term = termOf(text);
  if (term !== '') matches.push({ by: 'term', value: term });
  return matches;
}

/** Case, and space around a text, do not count. */
function termOf(text: string): string {
  return text.trim().toLowerCase();
}
