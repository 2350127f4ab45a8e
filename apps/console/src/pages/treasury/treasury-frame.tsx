import type { ReactNode } from 'react';
import { FaucetButton } from '../../funds/faucet-button';
import { PageNav } from '../../ui/page-nav';
import { Page } from '../../ui/page';

/** What the pages of the treasury have in common. */
export function TreasuryFrame({ children }: { children: ReactNode }) {
  return (
    <Page
      title="Treasury"
      description="The money that payments without a wallet are made from."
      actions={<FaucetButton />}
    >
      <PageNav
        label="Treasury"
        links={[
          { to: '/treasury', label: 'Overview' },
          { to: '/treasury/ledger', label: 'Ledger' },
        ]}
      />
      {children}
    </Page>
  );
}
