import { WalletLedger } from '../../funds/ledger';
import { WalletFrame } from './wallet-frame';

export function Component() {
  return <WalletFrame>{({ id }) => <WalletLedger walletId={id} />}</WalletFrame>;
}
