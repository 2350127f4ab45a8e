import { newId } from '@stablecoin/contracts';
import type { CommandHandlerOptions } from '@stablecoin/event-sourcing';
import type { TransferBooks } from '@stablecoin/funds';
import { walletDecider } from '../domain/decide-wallet';
import { walletStreams } from '../domain/streams';
import { WalletHandler } from './handlers';

/** The books of a live wallet of an account, in the store of a service that is stopped. */
export function walletBooks(
  { walletId, account }: { readonly walletId: string; readonly account: string },
  { store, clock, log, meter }: Pick<CommandHandlerOptions<never, never, never>, 'store' | 'clock' | 'log' | 'meter'>,
): TransferBooks {
  const handler = new WalletHandler({ store, clock, log, meter, decider: walletDecider });
  const stream = walletStreams.stream(walletId);
  return {
    isBooked: async (id) => (await handler.query(stream, ({ found }) => found.has(id))) ?? false,
    async book(data) {
      const at = clock.now();
      const origin = { id: `book ${data.transferId}`, at, correlationId: newId('req', at), account, livemode: true };
      const { events } = await handler.handle(stream, { type: 'BookTransfer', data, ...origin });
      if (events.length === 0) throw new Error(`The transfer ${data.transferId} is booked already.`);
      await store.durable();
    },
  };
}
