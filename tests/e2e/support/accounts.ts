import { createHash } from 'node:crypto';
import { filesNamed, textOf } from './repository';

/**
 * The accounts of the end-to-end suite. Every test file works on its own, so that files can run side by side
 * against one service without seeing each other's balances.
 */
const LISTED = [
  'alerts',
  'api_keys',
  'approvals',
  'approve_payment',
  'audit_log',
  'audit_settings',
  'authentication',
  'bad_bodies',
  'create_attestation',
  'get_attestation',
  'get_attestation_other',
  'list_attestations',
  'list_audit_log',
  'list_audit_log_other',
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
  'errors_compared',
  'events',
  'failover',
  'faucet',
  'fuzz',
  'get_api_key',
  'get_approval',
  'get_endpoint',
  'get_balance_history',
  'decide_deposit',
  'get_deposit',
  'list_deposits',
  'get_delivery',
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
  'sessions',
  'simulate',
  'simulate_low',
  'stats',
  'stream_events',
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
  'possible_duplicate',
  'possible_duplicate_policy',
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

/** Listed, or of the test of an endpoint: `op_get_wallet`. */
export type AccountName = (typeof LISTED)[number] | `op_${string}`;
export type KeyKind = 'enterprise' | 'scale' | 'live';

/** The API key of an account: the same in every process, so that a deployment can be given it beforehand. */
export function keyOf(account: AccountName, kind: KeyKind): string {
  const secret = createHash('sha256').update(`end-to-end ${account} ${kind}`).digest('hex').slice(0, 40);
  return `svc_${kind === 'live' ? 'live' : 'test'}_${secret}`;
}

/** The accounts that tests of endpoints name themselves, so that a new one does not have to be listed here. */
function accountsOfEndpoints(): readonly AccountName[] {
  const texts = filesNamed(/\.e2e\.ts$/, 'tests/e2e/endpoints').map(textOf);
  return texts.flatMap((text) => [...text.matchAll(/\bas\('op_(\w+)'/g)].map(([, name]) => `op_${name}` as const));
}

/** What `BOOTSTRAP_API_KEYS` of the service under test must hold. */
export function bootstrapKeys(): string {
  const accounts = new Set<AccountName>([...LISTED, ...accountsOfEndpoints()]);
  return [...accounts]
    .flatMap((account) => [
      `${keyOf(account, 'enterprise')}:${account}:enterprise:skip`,
      `${keyOf(account, 'scale')}:${account}:scale`,
      `${keyOf(account, 'live')}:${account}:enterprise:skip`,
    ])
    .join(',');
}
