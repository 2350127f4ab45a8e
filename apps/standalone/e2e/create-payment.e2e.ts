import { eventually } from '@stablecoin/event-sourcing/testing';
import { useService } from './support/service';
import { hasValidSignature, WebhookSink } from './support/webhook-sink';

const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('POST /v1/payments', () => {
  const service = useService();

  it('creates and executes a payment, and sends a signed webhook', async () => {
    const api = service.api.as('payments');
    const sink = await WebhookSink.open();
    try {
      const endpoint = await api.post('/webhook_endpoints', { url: sink.url });
      expect(endpoint.status).toBe(200);

      const created = await api.post('/payments', { to: RECIPIENT, amount: '250.00' });

      expect(created.status).toBe(201);
      expect(created.body).toEqual({
        id: expect.stringMatching(/^pay_[0-9A-HJKMNP-TV-Z]{26}$/),
        status: 'settled',
        stage: 'done',
        txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        to: RECIPIENT,
        from: null,
        amount: '250.00',
        currency: 'USDC',
        chain: 'base',
        memo: null,
        compliance_ref: expect.stringMatching(/^cpl_/),
        approval_id: null,
        error_code: null,
        error_message: null,
        idempotency_key: null,
        livemode: false,
        explorer_url: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        settled_at: expect.any(String),
        settlement_ms: expect.any(Number),
      });

      const [delivery] = await eventually(() => sink.received.length > 0 && sink.received);
      expect(delivery?.event).toMatchObject({ type: 'payment.settled', data: created.body });
      expect(hasValidSignature(delivery!, String(endpoint.body['secret']))).toBe(true);
    } finally {
      await sink.close();
    }
  });
});
