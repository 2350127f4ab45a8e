import type { Api } from '../../support/api';
import { EVM_RECIPIENT, fundedWallet, paymentInReview, REVIEWED, SANCTIONED } from '../../support/payments';

/** What there is to see on the pages: something of everything, in every state that a page shows. */
export interface Seeded {
  readonly payment: string;
  readonly failed: string;
  readonly wallet: string;
  readonly approval: string;
  readonly review: string;
  readonly endpoint: string;
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
  const wallet = await fundedWallet(api, { usdc: '1000.00', spend_limit: '100.00' });
  const waiting = await pay({ amount: '250.00', from: wallet.id });
  return {
    payment: String(payment['id']),
    failed: String(failed['id']),
    wallet: wallet.id,
    approval: String(waiting.body['approval_id']),
    review: ref,
    endpoint: String(endpoint.body['id']),
  };
}
