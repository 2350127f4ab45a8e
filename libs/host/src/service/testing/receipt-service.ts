import { EventPattern } from '@nestjs/microservices';
import type { Message } from '@stablecoin/contracts';
import { CommandHandler } from '@stablecoin/event-sourcing';
import type { Command, Decider, Projection } from '@stablecoin/event-sourcing';
import { MessageConsumer, commandFrom } from '@stablecoin/messaging';
import { defineService } from '../service-host';
import type { ServiceHost } from '../service-host';

// domain/: events, state and a decider, all pure.
type ReceiptIssued = { readonly type: 'ReceiptIssued'; readonly data: { readonly paymentId: string } };
type IssueReceipt = Command<'IssueReceipt', { readonly paymentId: string }>;

const receiptDecider: Decider<boolean, IssueReceipt, ReceiptIssued> = {
  category: 'receipt',
  firstCommands: ['IssueReceipt'],
  initialState: () => false,
  decide: ({ data }, isIssued) => (isIssued ? [] : [{ type: 'ReceiptIssued', data }]),
  evolve: () => true,
};

// application/: brings commands to the decider. A class of its own, so that Nest can inject it.
class ReceiptHandler extends CommandHandler<boolean, IssueReceipt, ReceiptIssued> {}

// read-model/: rows for whoever asks.
export interface ReceiptTables {
  readonly receipts: { readonly payment_id: string; readonly issued_at: number };
}

const receiptProjection: Projection<ReceiptTables> = {
  name: 'receipts',
  prefixes: ['receipt-'],
  version: 1,
  tables: ['receipts'],
  async createTables(db) {
    await db.schema
      .createTable('receipts')
      .ifNotExists()
      .addColumn('payment_id', 'text', (column) => column.primaryKey())
      .addColumn('issued_at', 'integer', (column) => column.notNull())
      .execute();
  },
  async apply(events, trx) {
    for (const { data, metadata } of events) {
      const { paymentId } = data as ReceiptIssued['data'];
      await trx.insertInto('receipts').values({ payment_id: paymentId, issued_at: metadata.at }).execute();
    }
  },
};

// api/: takes in what others say.
@MessageConsumer()
class ReceiptConsumer {
  constructor(private readonly receipts: ReceiptHandler) {}

  @EventPattern('payment.settled')
  async paymentSettled(message: Message): Promise<void> {
    const { id: paymentId } = message.data as { readonly id: string };
    await this.receipts.handle(`receipt-${paymentId}`, commandFrom(message, 'IssueReceipt', { paymentId }));
  }
}

// service.ts: what the service consists of.
export const receiptService = defineService({ name: 'receipt' }, (host: ServiceHost<ReceiptTables>) => {
  host.readModel(receiptProjection);
  const handler = host.commands(ReceiptHandler, { decider: receiptDecider });
  return { controllers: [ReceiptConsumer], providers: [{ provide: ReceiptHandler, useValue: handler }] };
});
