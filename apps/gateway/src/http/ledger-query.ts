import type { LedgerKind, LedgerRequest, Tenant } from '@stablecoin/contracts';
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
