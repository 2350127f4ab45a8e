import { newId } from '@stablecoin/contracts';
import type { CommandHandlerOptions } from '@stablecoin/event-sourcing';
import type { TransferBooks } from '@stablecoin/funds';
import { treasuryDecider } from '../domain/decide-treasury';
import { treasuryStream } from '../domain/streams';
import { TreasuryHandler } from './handlers';

/** The books of an account's live treasury, in the store of a service that is stopped. */
export function treasuryBooks(
  account: string,
  { store, clock, log, meter }: Pick<CommandHandlerOptions<never, never, never>, 'store' | 'clock' | 'log' | 'meter'>,
): TransferBooks {
  const handler = new TreasuryHandler({ store, clock, log, meter, decider: treasuryDecider });
  const tenant = { account, livemode: true };
  const stream = treasuryStream(tenant);
  return {
    isBooked: async (id) => (await handler.query(stream, ({ found }) => found.has(id))) ?? false,
    async book(transfer) {
      const at = clock.now();
      const origin = { id: `book ${transfer.transferId}`, at, correlationId: newId('req', at), ...tenant };
      const data = { ...transfer, opening: '0' } as const;
      const { events } = await handler.handle(stream, { type: 'BookTransfer', data, ...origin });
      if (events.length === 0) throw new Error(`The transfer ${transfer.transferId} is booked already.`);
      await store.durable();
    },
  };
}
