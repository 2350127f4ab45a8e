import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import { queries } from '../../api/client';
import { ApiError, fieldError } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan, useSession } from '../../app/session';
import { groupThousands } from '../../ui/money';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Dialog, DialogActions } from '../../ui/dialog';
import { Field, Input, Select, Textarea } from '../../ui/field';
import { Page } from '../../ui/page';
import { ErrorMessage, Notice } from '../../ui/states';
import { EMPTY_FORM, toRequest } from './payment-form';
import type { PaymentForm } from './payment-form';
import { CHAIN_OUTCOMES, SCREENING_OUTCOMES, forOutcome } from './sandbox-outcomes';
import type { SandboxOutcome } from './sandbox-outcomes';
import { SimulationResult } from './simulation-result';

/** Fields that the form shows errors at; other errors stand above its buttons. */
const FIELDS = ['to', 'amount', 'currency', 'chain', 'from', 'memo', 'country_code', 'metadata'];

export function Component() {
  const { livemode } = useSession();
  const can = useCan();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const [form, setForm] = useState<PaymentForm>(EMPTY_FORM);
  const [confirming, setConfirming] = useState(false);
  const simulation = queries.useMutation('post', '/v1/payments/simulate');
  const creation = queries.useMutation('post', '/v1/payments');
  const error = creation.error ?? simulation.error;
  const change = (changes: Partial<PaymentForm>) => {
    setForm((current) => ({ ...current, ...changes }));
    creation.reset();
    simulation.reset();
  };

  const create = async (values: PaymentForm) => {
    const body = toRequest(values);
    const header = { ...idempotency.headerFor(body), Prefer: 'respond-async' };
    try {
      const payment = await creation.mutateAsync({ params: { header }, body });
      void refresh('/v1/payments', '/v1/treasury', '/v1/stats');
      await navigate(`/payments/${payment.id}`);
    } catch (failure) {
      // Refused, for example by screening: the payment exists and says why.
      if (failure instanceof ApiError && failure.paymentId !== undefined)
        await navigate(`/payments/${failure.paymentId}`);
    } finally {
      setConfirming(false);
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (livemode) setConfirming(true);
    else void create(form);
  };
  const force = (outcome: SandboxOutcome) => {
    const values = { ...form, ...forOutcome(outcome, form) };
    setForm(values);
    simulation.reset();
    void create(values);
  };
  const at = (param: string) => fieldError(error, param);

  if (!can('payments:write')) {
    return (
      <Page title="Create a payment" back={{ to: '/payments', label: 'Payments' }}>
        <Notice tone="warning">You may see payments, and not create them.</Notice>
      </Page>
    );
  }
  return (
    <Page title="Create a payment" back={{ to: '/payments', label: 'Payments' }}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-6">
          <Card>
            <form onSubmit={submit} className="grid gap-5 md:grid-cols-2" aria-label="Payment">
              <div className="md:col-span-2">
                <Field label="Recipient" hint="An address on Base or Ethereum (0x…), or on Solana." error={at('to')}>
                  {(control) => (
                    <Input
                      {...control}
                      required
                      spellCheck={false}
                      className="font-mono"
                      value={form.to}
                      onChange={(event) => change({ to: event.target.value })}
                    />
                  )}
                </Field>
              </div>
              <Field label="Amount" error={at('amount')}>
                {(control) => (
                  <Input
                    {...control}
                    required
                    inputMode="decimal"
                    placeholder="0.00"
                    className="text-right tabular-nums"
                    value={form.amount}
                    onChange={(event) => change({ amount: event.target.value })}
                  />
                )}
              </Field>
              <Field label="Currency" error={at('currency')}>
                {(control) => (
                  <Select
                    {...control}
                    value={form.currency}
                    onChange={(event) => change({ currency: event.target.value as PaymentForm['currency'] })}
                  >
                    <option>USDC</option>
                    <option>EURC</option>
                  </Select>
                )}
              </Field>
              <Field label="Pay from" optional hint="Id of a wallet. Left empty, the treasury pays." error={at('from')}>
                {(control) => (
                  <Input
                    {...control}
                    spellCheck={false}
                    placeholder="wal_…"
                    className="font-mono"
                    value={form.from}
                    onChange={(event) => change({ from: event.target.value })}
                  />
                )}
              </Field>
              <Field
                label="Chain"
                hint={
                  form.from.trim() === '' ? 'Automatic chooses by cost, time and balance.' : 'The chain of the wallet.'
                }
                error={at('chain')}
              >
                {(control) => (
                  <Select
                    {...control}
                    disabled={form.from.trim() !== ''}
                    value={form.chain}
                    onChange={(event) => change({ chain: event.target.value as PaymentForm['chain'] })}
                  >
                    <option value="auto">Automatic</option>
                    <option value="base">Base</option>
                    <option value="ethereum">Ethereum</option>
                    <option value="solana">Solana</option>
                  </Select>
                )}
              </Field>
              <Field
                label="Memo"
                optional
                hint="Attached to the transaction, so everybody can read it."
                error={at('memo')}
              >
                {(control) => (
                  <Input
                    {...control}
                    maxLength={64}
                    value={form.memo}
                    onChange={(event) => change({ memo: event.target.value })}
                  />
                )}
              </Field>
              <Field
                label="Country of the recipient"
                optional
                hint="Two letters, for screening."
                error={at('country_code')}
              >
                {(control) => (
                  <Input
                    {...control}
                    maxLength={2}
                    placeholder="DE"
                    className="uppercase"
                    value={form.country}
                    onChange={(event) => change({ country: event.target.value })}
                  />
                )}
              </Field>
              <div className="md:col-span-2">
                <Field label="Metadata" optional hint="Your own notes, one a line: order=1042" error={at('metadata')}>
                  {(control) => (
                    <Textarea
                      {...control}
                      className="font-mono"
                      value={form.metadata}
                      onChange={(event) => change({ metadata: event.target.value })}
                    />
                  )}
                </Field>
              </div>
              {error !== null && !FIELDS.some((field) => at(field) !== undefined) && (
                <div className="md:col-span-2">
                  <ErrorMessage error={error} />
                </div>
              )}
              <div className="flex flex-wrap justify-end gap-2 md:col-span-2">
                <Button busy={simulation.isPending} onClick={() => simulation.mutate({ body: toRequest(form) })}>
                  Simulate
                </Button>
                <Button type="submit" kind="primary" busy={creation.isPending}>
                  Create payment
                </Button>
              </div>
            </form>
          </Card>
          {simulation.data !== undefined && <SimulationResult simulation={simulation.data} currency={form.currency} />}
        </div>
        {!livemode && <Outcomes onChoose={force} busy={creation.isPending} />}
      </div>
      <Dialog open={confirming} onClose={() => setConfirming(false)} title="Send real money?">
        <p className="text-muted">
          {groupThousands(form.amount.trim())} {form.currency} will be paid to{' '}
          <span className="font-mono break-all text-ink">{form.to.trim()}</span>. Once it is sent, a payment cannot be
          undone.
        </p>
        <DialogActions>
          <Button onClick={() => setConfirming(false)}>Go back</Button>
          <Button kind="primary" busy={creation.isPending} onClick={() => void create(form)}>
            Pay {groupThousands(form.amount.trim())} {form.currency}
          </Button>
        </DialogActions>
      </Dialog>
    </Page>
  );
}

function Outcomes({ onChoose, busy }: { onChoose: (outcome: SandboxOutcome) => void; busy: boolean }) {
  return (
    <Card title="Force an outcome">
      <p className="text-muted">
        In the sandbox the amount or the recipient chooses what happens. A button fills them in and creates the payment.
      </p>
      <OutcomeButtons title="On the chain" outcomes={CHAIN_OUTCOMES} onChoose={onChoose} busy={busy} />
      <OutcomeButtons title="In screening" outcomes={SCREENING_OUTCOMES} onChoose={onChoose} busy={busy} />
    </Card>
  );
}

function OutcomeButtons({
  title,
  outcomes,
  onChoose,
  busy,
}: {
  title: string;
  outcomes: readonly SandboxOutcome[];
  onChoose: (outcome: SandboxOutcome) => void;
  busy: boolean;
}) {
  return (
    <>
      <h3 className="mt-5 mb-2 text-xs font-medium text-muted">{title}</h3>
      <div className="flex flex-wrap gap-1.5">
        {outcomes.map((outcome) => (
          <Button
            key={outcome.label}
            className="h-8 px-2.5 text-[0.8125rem]"
            title={outcome.explanation}
            disabled={busy}
            onClick={() => onChoose(outcome)}
          >
            {outcome.label}
          </Button>
        ))}
      </div>
    </>
  );
}
