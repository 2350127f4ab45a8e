import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Resource } from '../../api/client';
import { useCan } from '../../api/use-session';
import { HeldMoney } from '../../funds/held-money';
import { Amount } from '../../ui/amount';
import { labelOf } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Copyable } from '../../ui/copyable';
import { Detail, Details } from '../../ui/details';
import { Meter } from '../../ui/meter';
import { compareAmounts, groupThousands, percentOf, subtractAmounts } from '../../ui/money';
import { Notice } from '../../ui/states';
import { Time } from '../../ui/time';
import { BoundKeys } from './bound-keys';
import { OnchainState } from './onchain-state';
import { WalletFrame } from './wallet-frame';
import { WalletPayments } from './wallet-payments';

type Wallet = Resource<'Wallet'>;

export function Component() {
  const can = useCan();
  return (
    <WalletFrame>
      {(wallet) => (
        <>
          <StatusNote wallet={wallet} />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
            <div className="min-w-0 space-y-6">
              <div className="grid gap-6 md:grid-cols-2">
                <Balance wallet={wallet} />
                <SpendLimit wallet={wallet} />
              </div>
              {can('payments:read') && <WalletPayments walletId={wallet.id} />}
              {wallet.livemode && wallet.contract !== null && <OnchainState wallet={wallet} />}
            </div>
            <div className="min-w-0 space-y-6">
              <WalletDetails wallet={wallet} />
              <Approvers wallet={wallet} />
              {can('keys:read') && <BoundKeys walletId={wallet.id} />}
            </div>
          </div>
        </>
      )}
    </WalletFrame>
  );
}

/** Why the wallet cannot be used, where it cannot. */
function StatusNote({ wallet: { status, compliance_ref } }: { wallet: Wallet }) {
  if (status === 'active') return null;
  return (
    <div className="mb-6">
      <Notice tone="warning">
        {status === 'rejected'
          ? 'A reviewer has blocked the owner. This wallet can neither receive nor send.'
          : 'The verification of the owner waits for a reviewer. The wallet gets its address once the owner is cleared.'}{' '}
        {compliance_ref !== null && (
          <Link to={`/compliance/${compliance_ref}`} className="rounded font-medium underline underline-offset-2">
            Open the review
          </Link>
        )}
      </Notice>
    </div>
  );
}

function Balance({ wallet: { balances, held } }: { wallet: Wallet }) {
  return (
    <Card title="Balance">
      <dl className="space-y-3">
        {(['usdc', 'eurc'] as const).map((currency) => (
          <div key={currency} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{currency.toUpperCase()}</dt>
            <dd className="text-right">
              <span className="text-xl font-semibold tracking-tight">
                <Amount value={balances[currency]} />
              </span>
              <HeldMoney amount={held[currency]} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function SpendLimit({ wallet: { spend_limit: limit, spent_24h: spent } }: { wallet: Wallet }) {
  if (limit === null) {
    return (
      <Card title="Spend limit">
        <p className="text-xl font-semibold tracking-tight">No limit</p>
        <p className="mt-1 text-muted">
          It may spend all that it holds. In the last 24 hours it spent <Amount value={spent} />.
        </p>
      </Card>
    );
  }
  const percent = percentOf(spent, limit);
  const left = compareAmounts(spent, limit) > 0 ? '0.00' : subtractAmounts(limit, spent);
  return (
    <Card title="Spend limit">
      <p className="text-xl font-semibold tracking-tight">
        <Amount value={left} /> <span className="text-sm font-normal tracking-normal text-muted">left to spend</span>
      </p>
      <div className="mt-3 mb-2">
        <Meter
          label="Spend limit used"
          percent={percent}
          tone={percent >= 100 ? 'critical' : percent >= 90 ? 'warning' : 'accent'}
          text={`${groupThousands(spent)} of ${groupThousands(limit)}`}
        />
      </div>
      <p className="text-xs text-muted">
        <Amount value={spent} /> of <Amount value={limit} /> spent in the last 24 hours. Payments above the limit wait
        for an approval.
      </p>
    </Card>
  );
}

function WalletDetails({ wallet }: { wallet: Wallet }) {
  const { id, address, owner, chain, contract, compliance_ref, created_at, metadata } = wallet;
  return (
    <Card title="Details">
      <Details stacked>
        <Detail label="Address">
          {address === null ? (
            <span className="text-muted">Not before it is active</span>
          ) : (
            <Copyable value={address} label="the address" />
          )}
        </Detail>
        <Detail label="Chain">{labelOf(chain)}</Detail>
        <Detail label="Owner">
          <Copyable value={owner} label="the owner" />
        </Detail>
        {contract !== null && (
          <>
            <Detail label="Contract">
              {labelOf(contract.type)} {contract.version}
              <span className="block text-xs text-muted">
                {contract.deployed
                  ? 'Deployed on the chain.'
                  : 'Its first payment deploys it. The address receives before that.'}
              </span>
            </Detail>
            <Detail label="Limit module">
              <Copyable value={contract.module} label="the module that enforces the limit" short />
            </Detail>
            <Detail label="Spender">
              <Copyable value={contract.spender} label="the key that pays within the limit" short />
            </Detail>
          </>
        )}
        <Detail label="Verification">
          {compliance_ref === null ? (
            <span className="text-muted">Skipped at creation</span>
          ) : (
            <Link to={`/compliance/${compliance_ref}`} className="rounded text-link hover:underline">
              Open the verification
            </Link>
          )}
        </Detail>
        <Detail label="Created">
          <Time at={created_at} />
        </Detail>
        <Detail label="Wallet">
          <Copyable value={id} label="the id of the wallet" />
        </Detail>
        {Object.entries(metadata).map(([key, value]) => (
          <Detail key={key} label={key}>
            {value}
          </Detail>
        ))}
      </Details>
    </Card>
  );
}

function Approvers({ wallet: { approvers, approval_threshold, contract, id } }: { wallet: Wallet }) {
  const owners = approvers.length > 0 ? approvers : (contract?.owners ?? []);
  return (
    <Card
      title={contract === null ? 'Approvers' : 'Owners and approvers'}
      action={
        <Link to={`/payments?q=${id}&stage=awaiting_approval`} className="rounded text-link hover:underline">
          Waiting payments
        </Link>
      }
    >
      {owners.length > 0 && (
        <ul className="mb-3 space-y-1.5">
          {owners.map((owner) => (
            <li key={owner}>
              <Copyable value={owner} label="the approver" />
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted">{ruleOf(approvers.length, approval_threshold, contract !== null)}</p>
    </Card>
  );
}

function ruleOf(listed: number, threshold: number, isLive: boolean): ReactNode {
  if (listed > 0) return `A payment above the limit takes ${threshold} of ${listed} approvers.`;
  if (isLive) return 'This service approves for the wallet, once somebody who may approve payments has agreed.';
  return 'No approvers are listed: anybody who may approve payments can approve.';
}
