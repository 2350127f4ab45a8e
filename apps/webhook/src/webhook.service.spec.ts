import { WEBHOOK_EVENT_TYPES } from '@stablecoin/contracts';
import { rebuildReadModel } from '@stablecoin/event-sourcing';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Webhook } from 'standardwebhooks';
import { webhookProjection } from './read-model/webhook-projection';
import type { WebhookTables } from './read-model/tables';
import { acme, delivered, newSecret, WebhookService } from './testing/service';
import { Sink } from './testing/sink';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

let service: WebhookService;
let sink: Sink;

beforeEach(async () => {
  sink = await Sink.open();
  service = await WebhookService.start();
});
afterEach(async () => {
  await service.stop();
  await sink.close();
});

/** What other services tell, where it is not the type that customers know. */
const TOLD_AS: Readonly<Record<string, readonly [told: Parameters<WebhookService['happen']>[0], stage: string]>> = {
  'payment.in_review': ['payment.waiting', 'screening'],
  'payment.awaiting_approval': ['payment.waiting', 'awaiting_approval'],
  'payment.waiting': ['payment.waiting', 'held'],
  'deposit.held': ['treasury.deposit_held', 'held'],
  'deposit.released': ['wallet.deposit_released', 'released'],
  'rules.published': ['payment.rules_published', 'done'],
};

describe('Events', () => {
  it.each(WEBHOOK_EVENT_TYPES)('%s is sent, signed, with the envelope of the API decisions', async (type) => {
    const endpointId = await service.createEndpoint(sink.url('/hooks?a=1'));
    const [told, stage] = TOLD_AS[type] ?? [type, 'done'];
    const id = await service.happen(told, 'obj_1', 7, { txHash: '0xabc', memo: 'grüße', stage });
    await service.delivery(endpointId, delivered);

    const [call] = sink.calls;
    expect(call!.path).toBe('/hooks?a=1');
    expect(call!.headers['content-type']).toBe('application/json');
    expect(call!.headers['svc-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(call!.event).toEqual({
      id,
      type,
      created_at: new Date(service.clock.now()).toISOString(),
      sequence: 7,
      livemode: false,
      data: { id: 'obj_1', txHash: '0xabc', memo: 'grüße', stage },
    });
    expect(call!.headers['webhook-id']).toBe(id);
  });

  it('goes to the endpoints that take its type, and is listed also when there are none', async () => {
    const all = await service.createEndpoint(sink.url('/all'));
    await service.createEndpoint(sink.url('/some'), { events: ['wallet.funded'] });
    await service.happen('wallet.funded', 'wal_1', 1);
    await service.happen('payment.settled', 'pay_1', 1);
    await sink.received(3);
    expect(sink.calls.map(({ path, event }) => `${path} ${event.type}`).sort()).toEqual([
      '/all payment.settled',
      '/all wallet.funded',
      '/some wallet.funded',
    ]);
    await service.send('webhook.DeleteEndpoint', { endpointId: all });
    const id = await service.happen('payment.settled', 'pay_2', 1);
    const event = await eventually(
      async () => (await service.ask('webhook.event', { ...acme, wallets: null, id })) ?? false,
    );
    expect(event).toMatchObject({ id, type: 'payment.settled', sequence: 1, data: { id: 'pay_2' } });
  });

  it('an endpoint that was just created, changed or enabled gets the next event', async () => {
    const endpointId = await service.createEndpoint(sink.url('/one'), { events: [] });
    await service.happen('payment.settled', 'pay_1', 1);
    await service.send('webhook.UpdateEndpoint', { endpointId, events: ['payment.settled'], status: 'disabled' });
    await service.happen('payment.settled', 'pay_2', 1);
    await service.send('webhook.UpdateEndpoint', { endpointId, status: 'enabled' });
    const id = await service.happen('payment.settled', 'pay_3', 1);
    await service.delivery(endpointId, delivered);
    expect(sink.eventIds).toEqual([id]);
  });

  it('is recorded once, however often it is published', async () => {
    const endpointId = await service.createEndpoint(sink.url());
    for (let n = 0; n < 3; n++) await service.happen('payment.settled', 'pay_1', 1);
    await service.delivery(endpointId, delivered);
    expect(await service.deliveries(endpointId)).toHaveLength(1);
    expect(sink.calls).toHaveLength(1);
  });

  it("never goes to another account's or the other mode's endpoint", async () => {
    const strangers = [
      { account: 'other', livemode: false },
      { account: 'acme', livemode: true },
    ];
    for (const tenant of strangers) await service.createEndpoint(sink.url('/stranger'), { tenant });
    const endpointId = await service.createEndpoint(sink.url('/own'));
    const id = await service.happen('payment.settled', 'pay_1', 1);
    await service.delivery(endpointId, delivered);
    expect(sink.calls.map(({ path }) => path)).toEqual(['/own']);
    for (const tenant of strangers) {
      expect(await service.ask('webhook.event', { ...tenant, wallets: null, id })).toBeNull();
      expect(await service.ask('webhook.endpoint', { ...tenant, id: endpointId })).toBeNull();
      expect(await service.deliveries(endpointId, tenant)).toEqual([]);
      const outcome = await service.send('webhook.DeleteEndpoint', { endpointId }, tenant);
      expect(outcome.refusal?.code).toBe('not_found');
    }
  });
});

describe('Webhook secrets', () => {
  it('the signature verifies with the public library, and both secrets do for 24 h after a rotation', async () => {
    const [older, newer] = [newSecret(), newSecret()];
    service.clock.advance(Date.now() - service.clock.now());
    const endpointId = await service.createEndpoint(sink.url(), { secret: older });
    const verify = (n: number, secret: string) =>
      new Webhook(secret).verify(sink.calls[n]!.body, sink.calls[n]!.headers as Record<string, string>);

    await service.happen('payment.settled', 'pay_1', 1);
    await sink.received(1);
    expect(verify(0, older)).toEqual(sink.calls[0]!.event);

    await service.send('webhook.RotateSecret', {
      endpointId,
      sealedSecret: service.runtime.secrets.seal(newer, 'webhook secret'),
    });
    await service.happen('payment.settled', 'pay_2', 1);
    await sink.received(2);
    expect(verify(1, older)).toEqual(verify(1, newer));
    expect(sink.calls[1]!.headers['svc-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);

    service.clock.advance(DAY);
    await service.happen('payment.settled', 'pay_3', 1);
    await sink.received(3);
    expect(sink.calls[2]!.headers['svc-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  });

  it('rest sealed: no event and no row holds one', async () => {
    const secret = newSecret();
    const endpointId = await service.createEndpoint(sink.url(), { secret });
    const stored = await service.runtime.store.read(`webhook_endpoint-${endpointId}`);
    const rows = await service.runtime
      .database<WebhookTables>('webhook')
      .selectFrom('webhook_endpoints')
      .selectAll()
      .execute();
    expect(JSON.stringify([stored, rows])).not.toContain(secret.slice('whsec_'.length, 20));
  });
});

describe('the read model', () => {
  it('rebuilt equals live', async () => {
    sink.answer = ({ event }) => ({ status: event.data.id === 'pay_1' ? 500 : 200 });
    const endpointId = await service.createEndpoint(sink.url());
    const goes = await service.createEndpoint(sink.url());
    for (const n of [0, 1, 2]) await service.happen('payment.settled', `pay_${n}`, 1);
    await service.send('webhook.RotateSecret', {
      endpointId,
      sealedSecret: service.runtime.secrets.seal(newSecret(), 'webhook secret'),
    });
    await service.send('webhook.UpdateEndpoint', { endpointId, description: 'orders', events: ['payment.failed'] });
    await sink.received(6);
    await service.send('webhook.DeleteEndpoint', { endpointId: goes });
    await eventually(async () => {
      const all = [...(await service.deliveries(endpointId)), ...(await service.deliveries(goes))];
      expect(all.map(({ status }) => status).sort()).toEqual([
        ...Array<string>(4).fill('delivered'),
        'failed',
        'pending',
      ]);
    });

    const db = service.runtime.database<WebhookTables>('webhook');
    const rows = async () => ({
      endpoints: await db.selectFrom('webhook_endpoints').selectAll().orderBy('id').execute(),
      events: await db.selectFrom('webhook_events').selectAll().orderBy('id').execute(),
      deliveries: await db.selectFrom('webhook_deliveries').selectAll().orderBy('id').execute(),
      work: await db.selectFrom('work').selectAll().orderBy('key').execute(),
    });
    const live = await rows();
    const schedule = service.runtime.configuration.webhookScheduleMs;
    const projection = webhookProjection(schedule);
    await rebuildReadModel({ store: service.runtime.store, db, projection });
    expect(await rows()).toEqual(live);
  });
});
