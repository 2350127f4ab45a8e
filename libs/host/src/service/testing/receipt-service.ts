import { EventPattern } from '@nestjs/microservices';
import type { Message } from '@stablecoin/contracts';
import { CommandHandler, StreamCategory } from '@stablecoin/event-sourcing';
import type { Command, Decider, Projection } from '@stablecoin/event-sourcing';
import { MessageConsumer, commandFrom } from '@stablecoin/messaging';
import { defineService } from '../service-host';
import type { ServiceHost } from '../service-host';

// domain/: events, state and a decider, all pure.
type ReceiptIssued = { readonly type: 'ReceiptIssued'; readonly data: { readonly paymentId: string } };
type IssueReceipt = Command<'IssueReceipt', { readonly paymentId: string }>;

const receiptStreams = new StreamCategory<ReceiptIssued>('receipt');

const receiptDecider: Decider<boolean, IssueReceipt, ReceiptIssued> = {
  streams: receiptStreams,
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

const receiptProjection: Projection<ReceiptTables, ReceiptIssued> = {
  name: 'receipts',
  streams: [receiptStreams],
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
    for (const event of events) {
      if (event.type !== 'ReceiptIssued') continue;
      const row = { payment_id: event.data.paymentId, issued_at: event.metadata.at };
      await trx.insertInto('receipts').values(row).execute();
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
    await this.receipts.handle(receiptStreams.stream(paymentId), commandFrom(message, 'IssueReceipt', { paymentId }));
  }
}

// service.ts: what the service consists of.
export const receiptService = defineService({ name: 'receipt' }, (host: ServiceHost<ReceiptTables>) => {
  host.readModel(receiptProjection);
  const handler = host.commands(ReceiptHandler, { decider: receiptDecider });
  return { controllers: [ReceiptConsumer], providers: [{ provide: ReceiptHandler, useValue: handler }] };
});
