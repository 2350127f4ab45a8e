import type { InboundTransfer, Message } from '@stablecoin/contracts';
import type { Transfers } from '@stablecoin/funds';
import type { CreditWallet } from '../domain/wallet-commands';
import { walletStreams } from '../domain/streams';
import type { WalletHandler } from './handlers';

/** Credits transfers that came in to wallets. */
export class WalletCredits {
  constructor(
    private readonly handler: Pick<WalletHandler, 'handle'>,
    private readonly transfers: Pick<Transfers, 'has'>,
  ) {}

  /**
   * Credits a transfer once, however often it is reported. Transfers that the stream no longer remembers are looked up
   * in the read model.
   *
   * @returns whether it was booked now
   * @throws Error while too many deposits of the wallet are being screened
   */
  async credit(
    { id, time: at, ...envelope }: Omit<Message, 'type' | 'key' | 'data' | 'causationId'>,
    walletId: string,
    transfer: InboundTransfer,
  ): Promise<boolean> {
    const stream = walletStreams.stream(walletId);
    if (await this.transfers.has(stream, transfer.transferId)) return false;
    const { account, livemode, correlationId, traceparent, actor } = envelope;
    const command: CreditWallet = {
      id,
      type: 'CreditWallet',
      data: transfer,
      at,
      account,
      livemode,
      correlationId,
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(actor === undefined ? {} : { actor }),
    };
    const { events } = await this.handler.handle(stream, command);
    return events.some(({ type }) => type === 'WalletCredited' || type === 'DepositHeld');
  }
}
