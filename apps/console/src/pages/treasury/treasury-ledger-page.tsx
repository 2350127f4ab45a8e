import { TreasuryLedger } from '../../funds/ledger';
import { TreasuryFrame } from './treasury-frame';

export function Component() {
  return (
    <TreasuryFrame>
      <TreasuryLedger />
    </TreasuryFrame>
  );
}
