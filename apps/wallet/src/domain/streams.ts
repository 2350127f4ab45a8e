import { StreamCategory } from '@stablecoin/event-sourcing';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { AllowanceEvent } from './allowance';
import type { FollowedDepositsEvent } from './followed-deposits';
import type { WalletEvent } from './wallet-events';

/** Each wallet has one, by its id. */
export const walletStreams = new StreamCategory<WalletEvent>('wallet', { upcast });

/** Each chain has one, by its name. */
export const depositsStreams = new StreamCategory<FollowedDepositsEvent>('wallet_deposits');

/** Each wallet whose allowances this service renews has one, by its id. */
export const allowanceStreams = new StreamCategory<AllowanceEvent>('wallet_allowance');

/** Earlier versions did not say when a payment had settled: it was posted right after it. */
function upcast(event: RecordedEvent): RecordedEvent {
  if (event.type !== 'ReservationPosted') return event;
  return { ...event, data: { settledAt: event.metadata.at, ...(event.data as object) } };
}
