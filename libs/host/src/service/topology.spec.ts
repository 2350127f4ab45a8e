import type { Message } from '@stablecoin/contracts';
import { ManualClock, eventually, freeLease } from '@stablecoin/event-sourcing/testing';
import { readConfiguration } from '../configuration';
import { openRuntime } from '../runtime';
import type { Runtime } from '../runtime';
import { startMicroservice } from '../process';
import { receiptService } from './testing/receipt-service';
import type { ReceiptTables } from './testing/receipt-service';

function settled(payment: string): Message {
  return {
    ...{ id: `evt_${payment}`, type: 'payment.settled', key: payment, account: 'acme', livemode: false, time: 1_000 },
    ...{ data: { id: payment }, correlationId: 'req_1', causationId: 'req_1' },
  };
}

describe('the instance that leads, where other instances read its rows', () => {
  const clock = new ManualClock(1_000);
  let runtime: Runtime;
  beforeAll(async () => {
    const configuration = readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent' });
    const opened = await openRuntime(configuration, { consumers: ['receipt'], clock });
    const lease = freeLease();
    runtime = { ...opened, lease: () => lease };
    await startMicroservice(runtime, receiptService);
  });
  afterAll(() => runtime.close());

  it('writes the events of a tenth of a second in one transaction', async () => {
    const ids = async (): Promise<readonly string[]> => {
      const db = runtime.database<ReceiptTables>('receipt');
      const rows = await db.selectFrom('receipts').select('payment_id').orderBy('payment_id').execute();
      return rows.map(({ payment_id: id }) => id);
    };
    const appended = async (id: string): Promise<void> => {
      await eventually(async () => (await runtime.store.read(`receipt-${id}`)).length > 0);
    };
    await runtime.bus.publish([settled('pay_1')]);
    await eventually(async () => (await ids()).length === 1);
    await runtime.bus.publish([settled('pay_2'), settled('pay_3')]);
    await appended('pay_2');
    await appended('pay_3');
    clock.advance(99);
    expect(await ids()).toEqual(['pay_1']);
    clock.advance(1);
    await eventually(async () => expect(await ids()).toEqual(['pay_1', 'pay_2', 'pay_3']));
  });
});
