import { BalanceHistory } from './balance-history';
import { Balances } from './balances';
import { LowBalance } from './low-balance';
import { Reconciliation } from './reconciliation';
import { TreasuryFrame } from './treasury-frame';

export function Component() {
  return (
    <TreasuryFrame>
      <div className="grid gap-6">
        <Balances />
        <BalanceHistory />
        <Reconciliation />
        <LowBalance />
      </div>
    </TreasuryFrame>
  );
}
