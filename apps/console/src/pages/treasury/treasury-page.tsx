import { Balances } from './balances';
import { LowBalance } from './low-balance';
import { TreasuryFrame } from './treasury-frame';

export function Component() {
  return (
    <TreasuryFrame>
      <div className="grid gap-6">
        <Balances />
        <LowBalance />
      </div>
    </TreasuryFrame>
  );
}
