import { createHash } from 'node:crypto';

/**
 * The accounts of the end-to-end suite. Every test file works on its own, so that files can run side by side
 * against one service without seeing each other's balances.
 */
export const ACCOUNTS = [
  'api_keys',
  'approvals',
  'approve_payment',
  'authentication',
  'bad_bodies',
  'create_attestation',
  'get_attestation',
  'get_attestation_other',
  'list_attestations',
  'list_checks',
  'list_checks_other',
  'revoke_attestation',
  'bad_fields',
  'bad_http',
  'bad_input',
  'bad_queries',
  'cancel',
  'bound_keys',
  'bound_keys_other',
  'compliance',
  'compliance_decision',
  'compliance_ref',
  'compliance_result',
  'contract',
  'crash_a',
  'crash_b',
  'delete_endpoint',
  'docs',
  'errors',
  'events',
  'faucet',
  'fuzz',
  'get_api_key',
  'get_approval',
  'get_endpoint',
  'get_event',
  'get_payment',
  'get_policies',
  'get_settings',
  'idempotency',
  'idempotency_limits',
  'idempotent_operations',
  'limits',
  'list_api_keys',
  'list_approvals',
  'list_deliveries',
  'list_endpoints',
  'list_payments',
  'live',
  'opening',
  'opening_ledger',
  'payment_decisions',
  'payment_status',
  'payment_wallets',
  'payments',
  'prefer',
  'races',
  'races_decisions',
  'reject_payment',
  'revoke_api_key',
  'rotate_api_key',
  'rotate_secret',
  'routes',
  'sandbox',
  'sandbox_recipients',
  'scopes',
  'send_test_event',
  'simulate',
  'stats',
  'tenants_a',
  'tenants_b',
  'tenants_c',
  'tenants_d',
  'timeline',
  'treasury',
  'treasury_ledger',
  'treasury_settings',
  'update_api_key',
  'update_endpoint',
  'update_policies',
  'wallets',
  'wallets_bulk',
  'wallets_get',
  'wallets_in_review',
  'wallet_ledger',
  'wallets_list',
  'webhook_failures',
  'webhook_order',
  'webhook_replay',
  'webhook_signatures',
  'webhook_urls',
  'webhooks',
] as const;

export type AccountName = (typeof ACCOUNTS)[number];
export type KeyKind = 'enterprise' | 'scale' | 'live';

/** The API key of an account: the same in every process, so that a deployment can be given it beforehand. */
export function keyOf(account: AccountName, kind: KeyKind): string {
  const secret = createHash('sha256').update(`end-to-end ${account} ${kind}`).digest('hex').slice(0, 40);
  return `svc_${kind === 'live' ? 'live' : 'test'}_${secret}`;
}

/** What `BOOTSTRAP_API_KEYS` of the service under test must hold. */
export function bootstrapKeys(): string {
  return ACCOUNTS.flatMap((account) => [
    `${keyOf(account, 'enterprise')}:${account}:enterprise`,
    `${keyOf(account, 'scale')}:${account}:scale`,
    `${keyOf(account, 'live')}:${account}:enterprise`,
  ]).join(',');
}
