import type { Api } from '../../support/api';
import { ALICE, BOB } from '../../support/approvals';
import { EVM_RECIPIENT, paymentInReview, REVIEWED, SANCTIONED } from '../../support/payments';
import { RuleBook } from '../../support/rules';
import { firstOf } from './first-of';

/** What there is to see on the pages: something of everything, in every state that a page shows. */
export interface Seeded {
  readonly payment: string;
  readonly failed: string;
  readonly wallet: string;
  readonly attestation: string;
  readonly approval: string;
  readonly review: string;
  readonly endpoint: string;
  readonly event: string;
  readonly delivery: string;
  readonly key: string;
  readonly draft: string;
}

/** Fills an account. */
export async function seed(api: Api): Promise<Seeded> {
  const endpoint = await api.post('/webhook_endpoints', { url: 'http://127.0.0.1:9/hooks' });
  const pay = (order: object) => api.post('/payments', { to: EVM_RECIPIENT, ...order });
  const { body: payment } = await pay({ amount: '1250.00', memo: 'Invoice 1041', metadata: { order: '1041' } });
  const { body: failed } = await pay({ amount: '12.500201', memo: 'Reverts' });
  await pay({ amount: '80.00', currency: 'EURC', chain: 'solana', to: 'So11111111111111111111111111111111111111112' });
  await pay({ amount: '9.99', to: SANCTIONED });
  const { ref } = await paymentInReview(api, { amount: '750.00', to: REVIEWED });
  const { body: wallet } = await api.post('/wallets', {
    ...{ owner: 'agent:procurement', label: 'Procurement', chain: 'base', spend_limit: '100.00' },
    ...{ approvers: [ALICE, BOB], approval_threshold: 2 },
  });
  await api.post('/sandbox/faucet', { chain: 'base', amount: '1000.00', wallet: wallet['id'] });
  const waiting = await pay({ amount: '250.00', from: wallet['id'] });
  const { body: attestation } = await api.post('/compliance/attestations', {
    ...{ address: EVM_RECIPIENT, checks: ['kyc', 'travel_rule'], reference: 'case 4711' },
    expires_at: '2099-12-31T00:00:00Z',
  });
  const { body: key } = await api.post('/api_keys', { name: 'Back office', scopes: ['payments:read'] });
  const rules = new RuleBook(api);
  const embargo = { name: 'embargo', effect: 'deny', when: { countries: ['KP'] } };
  await rules.enforce([embargo]);
  const limit = { name: 'limit-usdc', effect: 'limit', when: { currency: 'USDC', to: [EVM_RECIPIENT] }, max: '500.00' };
  return {
    payment: String(payment['id']),
    failed: String(failed['id']),
    wallet: String(wallet['id']),
    attestation: String(attestation['id']),
    approval: String(waiting.body['approval_id']),
    review: ref,
    endpoint: String(endpoint.body['id']),
    event: await firstOf(api, '/events?type=payment.settled'),
    delivery: await firstOf(api, `/webhook_endpoints/${String(endpoint.body['id'])}/deliveries`),
    key: String(key['id']),
    draft: await rules.drafted([limit, { ...embargo, when: { countries: ['KP', 'IR'] } }]),
  };
}
