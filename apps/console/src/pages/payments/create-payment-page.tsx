import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import { queries } from '../../api/client';
import { ApiError, errorBeside } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan, useSession } from '../../api/use-session';
import { groupThousands } from '../../ui/money';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Dialog, DialogActions } from '../../ui/dialog';
import { Checkbox } from '../../ui/field';
import { Page } from '../../ui/page';
import { ErrorMessage, Notice } from '../../ui/states';
import { PaymentFields } from './payment-fields';
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
  const { form, setForm, confirming, setConfirming, creation, simulation, change, create } = useCreation();
  const error = creation.error ?? simulation.error;
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
              <PaymentFields form={form} error={error} onChange={change} />
              <FormError error={errorBeside(error, FIELDS)} />
              <SecondPayment form={form} error={error} onChange={change} />
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
      <ConfirmDialog
        form={form}
        open={confirming}
        busy={creation.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => void create(form)}
      />
    </Page>
  );
}

/** The form, and what is done with it. Dialogs close when the payment has been created or refused. */
function useCreation() {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const [form, setForm] = useState<PaymentForm>(EMPTY_FORM);
  const [confirming, setConfirming] = useState(false);
  const simulation = queries.useMutation('post', '/v1/payments/simulate');
  const creation = queries.useMutation('post', '/v1/payments');
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
      if (failure instanceof ApiError && failure.paymentId !== undefined && !isDuplicate(failure))
        await navigate(`/payments/${failure.paymentId}`);
    } finally {
      setConfirming(false);
    }
  };
  return { form, setForm, confirming, setConfirming, creation, simulation, change, create };
}

function isDuplicate(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'possible_duplicate';
}

/** What a person confirms when an earlier payment is like this one. */
function SecondPayment({
  form,
  error,
  onChange,
}: {
  form: PaymentForm;
  error: unknown;
  onChange: (changes: Partial<PaymentForm>) => void;
}) {
  if (!form.distinct && !isDuplicate(error)) return null;
  return (
    <div className="md:col-span-2">
      <Checkbox
        label="Pay a second time"
        hint="The recipient gets the amount once more."
        checked={form.distinct}
        onChange={({ target }) => onChange({ distinct: target.checked })}
      />
    </div>
  );
}

function FormError({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <div className="md:col-span-2">
      <ErrorMessage error={error} />
    </div>
  );
}

function ConfirmDialog({
  form,
  open,
  busy,
  onClose,
  onConfirm,
}: {
  form: PaymentForm;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const amount = `${groupThousands(form.amount.trim())} ${form.currency}`;
  return (
    <Dialog open={open} onClose={onClose} title="Send real money?">
      <p className="text-muted">
        {amount} will be paid to <span className="font-mono break-all text-ink">{form.to.trim()}</span>. Once it is
        sent, a payment cannot be undone.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Go back</Button>
        <Button kind="primary" busy={busy} onClick={onConfirm}>
          Pay {amount}
        </Button>
      </DialogActions>
    </Dialog>
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
