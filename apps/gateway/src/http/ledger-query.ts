import type { LedgerEntry, LedgerKind, LedgerRequest, Tenant } from '@stablecoin/contracts';
import { csvTable } from './csv/csv-table';
import { EXAMPLE } from './examples';
import { Optional, Says } from './fields';
import { CreatedPageQuery, pageOf, spanOf } from './inputs';
import { IsIdText, IsOneOf } from './validators';
import { LEDGER_KIND } from './words';

/** Query of a ledger, the treasury's or a wallet's. */
export class LedgerQuery extends CreatedPageQuery {
  @Optional()
  @IsOneOf(LEDGER_KIND)
  @Says('Only entries of this kind.', 'posted')
  kind?: LedgerKind;

  @Optional()
  @IsIdText()
  @Says('Only entries of the payment with this id.', EXAMPLE.payment)
  payment_id?: string;
}

/** The page of a ledger that a query asks for. */
export function ledgerPageOf(tenant: Tenant, query: LedgerQuery): LedgerRequest {
  return {
    ...pageOf('led', tenant, query),
    ...spanOf(query),
    kind: query.kind ?? null,
    paymentId: query.payment_id ?? null,
  };
}

type Side = Omit<LedgerEntry, 'postings'> & LedgerEntry['postings'][number];

/** A row for each posting, so that the amounts of an account can be added up. */
export const LEDGER_TABLE = csvTable<LedgerEntry, Side>(
  'ledger',
  {
    id: ({ id }) => id,
    at: ({ at }) => at,
    kind: ({ kind }) => kind,
    currency: ({ currency }) => currency,
    chain: ({ chain }) => chain,
    payment_id: ({ payment_id }) => payment_id,
    account: ({ account }) => account,
    amount: ({ amount }) => amount,
  },
  ({ postings, ...entry }) => postings.map((posting) => ({ ...entry, ...posting })),
);
