import { newId, type CreateWalletMessage } from '@stablecoin/contracts';
import type { LiveChains } from '@stablecoin/chains';
import type { CommandHandlerOptions } from '@stablecoin/event-sourcing';
import { walletDecider } from '../domain/decide-wallet';
import { walletStreams } from '../domain/streams';
import { WalletChains } from './wallet-chains';
import { WalletHandler } from './handlers';

/** A live wallet whose record was lost, as its client knows it. */
export type LostWallet = Omit<CreateWalletMessage['data'], 'compliance' | 'metadata'> & {
  readonly account: string;
  readonly address: string;
};

type Parts = Pick<CommandHandlerOptions<never, never, never>, 'store' | 'clock' | 'log' | 'meter'>;

/**
 * Records a live wallet again that was made without an idempotency key, in the store of a service that is stopped. Its owner is
 * not screened again.
 *
 * @throws Error when these details make another address, or there is a wallet with this id
 */
export async function adoptWallet(
  { account, address, ...lost }: LostWallet,
  { liveChains, ...parts }: Parts & { readonly liveChains: LiveChains | undefined },
): Promise<void> {
  const contract = new WalletChains(liveChains, { sandboxValidityMs: 0 }).contract(lost.walletId, lost);
  if (contract.address.toLowerCase() !== address.toLowerCase()) {
    throw new Error(
      `These details make the wallet ${contract.address}, not ${address}: check the id, the chain, the approvers in their order, the threshold and the limit.`,
    );
  }
  const { store, clock, log, meter } = parts;
  const handler = new WalletHandler({ store, clock, log, meter, decider: walletDecider });
  const at = clock.now();
  const id = newId('req', at);
  const data = { ...lost, compliance: 'skip', address: contract.address, contract } as const;
  const command = { id, type: 'CreateWallet', data, at, correlationId: id, account, livemode: true } as const;
  const { events } = await handler.handle(walletStreams.stream(lost.walletId), command);
  if (events.length === 0) throw new Error(`There is a wallet ${lost.walletId} already.`);
  await store.durable();
}
