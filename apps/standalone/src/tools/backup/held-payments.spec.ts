import { readConfiguration, openRuntime, type AuditTables, type Runtime } from '@stablecoin/host';
import { acceptGeneration, beginGeneration, generationOf } from '@stablecoin/stores';
import { type NewEvent } from '@stablecoin/event-sourcing';
import { updateReadModels } from '../read-models';
import { cancelHeld, heldPayments, resumeHeld, showHeld } from './inherited-payments';
import { endRestore } from './manage-restore';
import type { RestoredStore } from './restored-store';

const NOW = Date.UTC(2026, 0, 31, 12);
const UNTIL = NOW + 86_400_000;
const GENERATION = 'generation-1';
const held = { type: 'PaymentHeld', data: { generation: GENERATION } };
const inDoubt = { type: 'PaymentHeld', data: { generation: GENERATION, notBefore: UNTIL } };
const looking = { type: 'PaymentWaiting', data: { reason: 'earlier_use', funds: null, facts: {} } };

describe('protocol rules 33 and 35: what the operator sees and does of payments that are not known to be over', () => {
  let runtime: Runtime;
  let restored: RestoredStore;
  let text: string;
  const output = { write: (part: string) => void (text += part) };
  let made = 0;

  beforeEach(async () => {
    text = '';
    const environment = { EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent' };
    runtime = await openRuntime(readConfiguration(environment));
    await beginGeneration(runtime.store, { name: GENERATION, since: NOW }, NOW);
    const generation = await acceptGeneration(runtime.store, GENERATION, NOW);
    restored = { runtime, generation, since: NOW };
  });
  afterEach(() => runtime.close());

  async function payment(id: string, ...then: readonly { readonly type: string; readonly data: object }[]) {
    const order = {
      ...{ paymentId: id, to: '0xto', amount: '2500000', currency: 'USDC', chain: 'auto', candidates: ['base'] },
      ...{ from: null, memo: null, compliance: 'auto', complianceRef: null, countryCode: null, idempotencyKey: id },
    };
    const first = { type: 'PaymentInitiated', data: { order, account: 'acme', livemode: true, createdAt: NOW } };
    const metadata = { commandId: 'c', at: NOW, correlationId: 'c', account: 'acme', livemode: true };
    const events = [first, ...then].map((event) => ({ id: `e-${++made}`, ...event, metadata }) as unknown as NewEvent);
    await runtime.store.append(`payment-${id}`, 'none', events);
  }
  const listed = async () => {
    text = '';
    showHeld(await heldPayments(restored), output);
    return text.trimEnd().split('\n');
  };

  it('are listed with what they wait for', async () => {
    await payment('pay_held', held);
    await payment('pay_doubt', inDoubt);
    await payment('pay_looking', looking);
    await payment('pay_known');
    expect(await listed()).toEqual([
      'pay_held  acme  -> 0xto  2.50 USDC',
      'pay_doubt  acme  -> 0xto  2.50 USDC  its owners may have made it: known after 2026-02-01T12:00:00.000Z',
      'pay_looking  acme  -> 0xto  2.50 USDC  the chains do not say yet whether it was made',
      '3 payments are held, or wait for the chains',
    ]);
  });

  it('are canceled, but for those that may have been made', async () => {
    await payment('pay_held', held);
    await payment('pay_doubt', inDoubt);
    await expect(cancelHeld(restored, ['pay_held', 'pay_doubt'])).rejects.toThrow('may have made pay_doubt');
    expect(await cancelHeld(restored, 'all')).toBe(1);
    expect((await heldPayments(restored)).map(({ id }) => id)).toEqual(['pay_doubt']);
  });

  it.each([
    ['canceled', cancelHeld],
    ['resumed', resumeHeld],
  ])('are %s by the operator, as the audit log has it', async (what, decide) => {
    await payment('pay_held', held);
    await decide(restored, ['pay_held']);
    await updateReadModels(runtime);
    const entries = await runtime.database<AuditTables>('payment').selectFrom('audit_log').selectAll().execute();
    expect(entries).toMatchObject([
      {
        account: 'acme',
        actor_type: 'system',
        actor_name: 'operator',
        action: `payment.${what}`,
        object_id: 'pay_held',
      },
    ]);
  });

  it('are resumed, and one that may have been made stays on the list until that is known', async () => {
    await payment('pay_held', held);
    await payment('pay_doubt', inDoubt);
    expect(await resumeHeld(restored, 'all')).toBe(2);
    expect(await heldPayments(restored)).toMatchObject([{ id: 'pay_doubt', isHeld: false, doubtUntil: UNTIL }]);
  });

  it.each([
    ['held', held],
    ['in doubt', inDoubt],
    ['looked for', looking],
  ])('keep the generation from ending while one is %s', async (_, event) => {
    await payment('pay_1', event);
    await expect(endRestore(restored, {} as never, { output })).rejects.toThrow('or wait for the chains');
    expect((await generationOf(runtime.store))?.stage).toBe('accepted');
  });

  it('do not keep it from ending when there is none', async () => {
    await payment('pay_1');
    await endRestore(restored, {} as never, { output });
    expect((await generationOf(runtime.store))?.stage).toBe('ended');
  });
});
