import type { Approval, Wallet } from '@stablecoin/contracts';
import { idOf, TIME } from './payments';

/** What a body has to be: a value or a matcher for every field of a wallet. */
export type ExpectedWallet = Readonly<Record<keyof Wallet, unknown>>;

/** The whole body of a wallet that nothing has happened to, by default one on Base without a limit. */
export function newWallet(fields: Partial<ExpectedWallet> = {}): ExpectedWallet {
  return {
    id: idOf('wal'),
    address: expect.any(String),
    owner: expect.any(String),
    chain: 'base',
    spend_limit: null,
    spent_24h: '0.00',
    label: null,
    status: 'active',
    balances: { usdc: '0.00', eurc: '0.00' },
    held: { usdc: '0.00', eurc: '0.00' },
    compliance_ref: idOf('cpl'),
    approvers: [],
    approval_threshold: 1,
    contract: null,
    livemode: false,
    created_at: TIME,
    metadata: {},
    ...fields,
  };
}

/** The whole body of an approval that nobody has decided. */
export function pendingApproval(
  fields: Partial<Record<keyof Approval, unknown>> = {},
): Readonly<Record<keyof Approval, unknown>> {
  return {
    id: idOf('apr'),
    payment_id: idOf('pay'),
    wallet_id: idOf('wal'),
    amount: expect.any(String),
    currency: 'USDC',
    status: 'pending',
    approved_by: [],
    threshold: 1,
    authorization: expect.any(Object),
    typed_data: expect.any(Object),
    expires_at: TIME,
    created_at: TIME,
    ...fields,
  };
}
