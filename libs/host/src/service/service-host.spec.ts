import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { readConfiguration } from '../configuration';
import { startMicroservice } from '../process';
import { openRuntime } from '../runtime';
import { receiptService } from './testing/receipt-service';
import type { ReceiptTables } from './testing/receipt-service';

const EXAMPLE = join(__dirname, 'testing', 'receipt-service.ts');
const PAGE = join(__dirname, '..', '..', '..', '..', 'docs', 'add-a-service.md');

const settled: Message = {
  ...{ id: 'evt_1', type: 'payment.settled', key: 'pay_1', account: 'acme', livemode: false, time: 1_000 },
  ...{ data: { id: 'pay_1' }, correlationId: 'req_1', causationId: 'req_1' },
};

describe('a service that is declared', () => {
  it('takes messages in, appends events and keeps its read model, on whatever it runs', async () => {
    const configuration = readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent' });
    const runtime = await openRuntime(configuration, { consumers: ['receipt'] });
    try {
      await startMicroservice(runtime, receiptService);
      await runtime.bus.publish([settled]);
      const db = runtime.database<ReceiptTables>('receipt');
      const receipts = () => db.selectFrom('receipts').selectAll().execute();
      await eventually(async () => (await receipts()).length > 0);
      await runtime.bus.publish([{ ...settled, id: 'evt_2' }]);
      expect(await receipts()).toEqual([{ payment_id: 'pay_1', issued_at: 1_000 }]);
      expect((await runtime.store.read('receipt-pay_1')).map(({ type }) => type)).toEqual(['ReceiptIssued']);
    } finally {
      await runtime.close();
    }
  });

  it('is shown in docs/add-a-service.md as it runs here', () => {
    const code = readFileSync(EXAMPLE, 'utf8')
      .replace(/^import[^;]+;\n/gm, '')
      .trim();
    expect(readFileSync(PAGE, 'utf8')).toContain(code);
  });
});
