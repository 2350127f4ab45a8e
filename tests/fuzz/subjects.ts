import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../e2e/support/api';
import { attestationOf } from '../e2e/support/attestations';
import { heldDeposit } from '../e2e/support/deposits';
import { EVM_RECIPIENT, fundedWallet, paymentInReview } from '../e2e/support/payments';
import { RuleBook } from '../e2e/support/rules';

/** Of what the objects are that stand in an operation's path. */
export function subjectPrefix(path: string): string {
  const [, first = '', second = ''] = path.split('/');
  if (second === 'attestations') return 'att';
  const prefixes: Readonly<Record<string, string>> = {
    payments: 'pay',
    wallets: 'wal',
    approvals: 'apr',
    compliance: 'cpl',
    webhook_endpoints: 'whe',
    events: 'evt',
    api_keys: 'key',
    members: 'usr',
    webhook_deliveries: 'whd',
    dead_letters: 'dlt',
    deposits: 'dep',
    rules: 'rdr',
  };
  return prefixes[first] ?? 'none';
}

/** Makes an object that an operation can succeed on, and answers with what says its id. */
export async function subjectOf(path: string, api: Api): Promise<string> {
  const pay = (order: object) => api.post('/payments', { to: EVM_RECIPIENT, amount: '2.00', ...order });
  if (/cancel$|^\/approvals\/\{/.test(path)) {
    const { id } = await fundedWallet(api, { usdc: '10.00', spend_limit: '1.00' });
    return (await pay({ from: id })).text;
  }
  if (path.startsWith('/deposits/')) return (await heldDeposit(api, '1.00')).id;
  if (path.endsWith('/decision')) return (await paymentInReview(api, { amount: '1.00' })).ref;
  if (path.startsWith('/payments/{')) return (await pay({})).text;
  if (path.startsWith('/wallets/{')) return (await fundedWallet(api)).id;
  if (path.startsWith('/compliance/checks/')) {
    return (await api.post('/compliance/check', { address: EVM_RECIPIENT, country_code: 'DE' })).text;
  }
  if (path.startsWith('/compliance/attestations/'))
    return (await api.post('/compliance/attestations', attestationOf())).text;
  if (path.startsWith('/webhook_endpoints/')) {
    const { body } = await api.post('/webhook_endpoints', {
      url: 'http://127.0.0.1:9/',
      events: ['treasury.low_balance'],
    });
    return String(body['id']);
  }
  if (path.startsWith('/webhook_deliveries/')) {
    const { body } = await api.post('/webhook_endpoints', {
      url: 'http://127.0.0.1:9/',
      events: ['treasury.low_balance'],
    });
    const deliveries = `/webhook_endpoints/${String(body['id'])}`;
    await api.post(`${deliveries}/test`, {});
    return eventually(async () => {
      const { text } = await api.get(`${deliveries}/deliveries`);
      return text.includes('whd_') && text;
    });
  }
  if (path.startsWith('/events/')) return (await api.get('/events?limit=1')).text;
  if (path.startsWith('/rules/drafts/')) {
    await discardDrafts(api);
    return new RuleBook(api).drafted([]);
  }
  if (path.startsWith('/api_keys/')) return (await api.post('/api_keys', { name: 'fuzz' })).text;
  return '';
}

/** Endpoints that are left standing would be sent every event of what comes after them. */
export async function deleteEndpoints(api: Api): Promise<void> {
  const { body } = await api.get('/webhook_endpoints?limit=100');
  const endpoints = body['data'] as readonly { readonly id: string }[];
  await Promise.all(endpoints.map(({ id }) => api.delete(`/webhook_endpoints/${id}`)));
}

/** An account has few drafts, and those that came before would leave no room. */
async function discardDrafts(api: Api): Promise<void> {
  const { body } = await api.get('/rules');
  const drafts = body['drafts'] as readonly string[];
  const book = new RuleBook(api);
  await Promise.all(drafts.map((id) => book.discard(id)));
}

/** Rules that were published on the way may deny all that comes after them. */
export async function publishNoRules(api: Api): Promise<void> {
  await discardDrafts(api);
  await new RuleBook(api).enforce([]);
}
