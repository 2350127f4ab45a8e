import { Check, CircleAlert, PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Amount } from '../../ui/amount';
import { Button } from '../../ui/button';
import { Copyable } from '../../ui/copyable';
import { Dialog, DialogActions } from '../../ui/dialog';
import { ErrorMessage, Loading, Notice, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';
import { ApiError } from '../../api/errors';
import type { ApprovalContext } from './approval-context';
import { accountsOf, chainIdOf, explainWallet, signTypedData, switchChain } from './ethereum';
import type { BrowserWallet } from './ethereum';
import { chainOf, signable, signingOf } from './transfer';
import type { Transfer, TypedData } from './transfer';

interface SignProps {
  readonly context: ApprovalContext;
  /** Who has not signed yet. */
  readonly approvers: readonly string[];
  readonly approve: (body: { approver: string; signature: string }) => Promise<void>;
}

/** Asks the browser's wallet for the signature of a listed approver. */
export function SignButton(props: SignProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid">
      <Button kind="primary" onClick={() => setOpen(true)}>
        <PenLine aria-hidden className="size-4" /> Approve with your wallet
      </Button>
      <Dialog
        wide
        open={open}
        onClose={() => setOpen(false)}
        title="Approve with a signature"
        description="Your wallet signs this transfer, and nothing else. Signing costs nothing and sends nothing."
      >
        <SignForm {...props} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function SignForm({ onDone, ...props }: SignProps & { onDone: () => void }) {
  const { approval } = props.context;
  const signing = signingOf(props.context, useDigest(approval.authorization));
  if (signing.kind === 'unreadable') {
    return (
      <Notice tone="warning">This page cannot read what would be signed, so it does not ask for a signature.</Notice>
    );
  }
  if (signing.kind === 'loading') {
    return (
      <Loading>
        <Skeleton className="h-48 rounded-lg" />
      </Loading>
    );
  }
  return (
    <>
      <TransferInWords transfer={signing.transfer} currency={approval.currency} />
      {signing.kind === 'refused' ? (
        <Failure>
          <p className="font-medium">Do not sign this. What would be signed differs from the payment:</p>
          <ul className="mt-1 list-disc pl-5">
            {signing.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Failure>
      ) : (
        <>
          <p className="mt-4 flex items-start gap-2 text-positive">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0" />
            This page has computed the digest of the transfer: it is what your wallet will sign.
          </p>
          <SignActs {...props} typedData={signing.typedData} onDone={onDone} />
        </>
      )}
    </>
  );
}

/** The digest that the wallet should be given; the library that computes it is loaded now. */
function useDigest(authorization: TypedData | null): string | undefined {
  const [digest, setDigest] = useState<string>();
  useEffect(() => {
    if (authorization === null) return;
    let isCurrent = true;
    void import('./digest').then(({ digestOf }) => {
      if (isCurrent) setDigest(digestOf(authorization));
    });
    return () => {
      isCurrent = false;
    };
  }, [authorization]);
  return digest;
}

function TransferInWords({ transfer, currency }: { transfer: Transfer; currency: string }) {
  return (
    <div className="rounded-lg border border-line p-4">
      <p className="mb-3">
        You agree that the wallet pays{' '}
        <strong className="font-semibold">
          <Amount value={transfer.amount} currency={currency} />
        </strong>{' '}
        once, on {chainOf(transfer.chainId)}.
      </p>
      <dl className="grid gap-x-6 gap-y-2 md:grid-cols-[auto_1fr]">
        <Row label="From the wallet">
          <Copyable value={transfer.from} label="the wallet" />
        </Row>
        <Row label="To">
          <Copyable value={transfer.to} label="the recipient" />
        </Row>
        <Row label={`Token (${transfer.token})`}>
          <Copyable value={transfer.contract} label="the token" />
        </Row>
        <Row label="Not after">
          <Time at={transfer.validBefore} />
        </Row>
      </dl>
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="-mb-1.5 text-muted md:mb-0">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

type Step =
  | { readonly name: 'ready' }
  | { readonly name: 'busy'; readonly text: string }
  | { readonly name: 'other-account'; readonly account: string | undefined }
  | { readonly name: 'other-chain' }
  | { readonly name: 'failed'; readonly error: unknown };

function SignActs({
  approvers,
  approve,
  typedData,
  onDone,
}: Omit<SignProps, 'context'> & { typedData: TypedData; onDone: () => void }) {
  const { step, sign, change } = useSigning({ approvers, approve, typedData, onDone });
  const chain = chainOf(typedData.domain.chainId);
  const browserWallet = window.ethereum;

  if (browserWallet === undefined) {
    return (
      <div className="mt-4">
        <Notice tone="warning">
          This browser has no wallet. Open this page in a browser with the wallet of an approver, or sign{' '}
          <code>typed_data</code> of the approval elsewhere and send it with the API.
        </Notice>
      </div>
    );
  }
  return (
    <>
      <div role="status" className="sr-only">
        {step.name === 'busy' ? step.text : ''}
      </div>
      <Refusal step={step} approvers={approvers} chain={chain} />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        {step.name === 'other-chain' ? (
          <Button kind="primary" onClick={() => void change(browserWallet)}>
            Switch to {chain}
          </Button>
        ) : (
          <Button kind="primary" busy={step.name === 'busy'} onClick={() => void sign(browserWallet)}>
            {step.name === 'busy' ? step.text : 'Sign and approve'}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** Asks the wallet for the signature, and sends it. */
function useSigning({
  approvers,
  approve,
  typedData,
  onDone,
}: Omit<SignProps, 'context'> & { typedData: TypedData; onDone: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'ready' });
  const { chainId } = typedData.domain;
  const sign = async (wallet: BrowserWallet) => {
    setStep({ name: 'busy', text: 'Answer in your wallet.' });
    try {
      const accounts = await accountsOf(wallet);
      const isOpen = (account: string) => approvers.some((approver) => isSameAddress(approver, account));
      const account = accounts.find(isOpen);
      if (account === undefined) {
        setStep({ name: 'other-account', account: accounts[0] });
        return;
      }
      if ((await chainIdOf(wallet)) !== chainId) {
        setStep({ name: 'other-chain' });
        return;
      }
      const signature = await signTypedData(wallet, account, signable(typedData));
      setStep({ name: 'busy', text: 'Sending the signature.' });
      await approve({ approver: approvers.find((each) => isSameAddress(each, account)) ?? account, signature });
      onDone();
    } catch (error) {
      setStep({ name: 'failed', error });
    }
  };
  const change = async (wallet: BrowserWallet) => {
    setStep({ name: 'busy', text: 'Answer in your wallet.' });
    try {
      await switchChain(wallet, chainId);
    } catch (error) {
      setStep({ name: 'failed', error });
      return;
    }
    await sign(wallet);
  };
  return { step, sign, change };
}

/** Why nothing was signed, and what to do. */
function Refusal({ step, approvers, chain }: { step: Step; approvers: readonly string[]; chain: string }) {
  return (
    <>
      {step.name === 'other-account' && (
        <Failure>
          {step.account === undefined ? (
            'Your wallet showed no account.'
          ) : (
            <>
              Your wallet offers <span className="font-mono text-[0.8125rem] break-all">{step.account}</span>, which is
              not an approver who still has to sign.
            </>
          )}{' '}
          Choose one of these accounts there, and try again:
          <ul className="mt-1 list-disc pl-5 font-mono text-[0.8125rem] break-all">
            {approvers.map((approver) => (
              <li key={approver}>{approver}</li>
            ))}
          </ul>
        </Failure>
      )}
      {step.name === 'other-chain' && (
        <Failure>Your wallet is on another chain. It has to be on {chain} to sign this transfer.</Failure>
      )}
      {step.name === 'failed' && (
        <div className="mt-4">
          {step.error instanceof ApiError ? (
            <ErrorMessage error={step.error} />
          ) : (
            <Failure>{explainWallet(step.error)}</Failure>
          )}
        </div>
      )}
    </>
  );
}

function Failure({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="mt-4 flex gap-2.5 rounded-lg bg-critical-soft px-4 py-3 text-critical">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
