import { Plus } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { errorBeside, fieldError } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { CheckboxList, TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { checkName, subjectQuery } from './findings';

type AttestedCheck = Resource<'AttestedCheck'>;

const CHECKS: readonly AttestedCheck[] = ['kyc', 'travel_rule'];
const FIELDS = ['address', 'owner', 'country_code', 'reference', 'expires_at'];

export function AttestButton() {
  const can = useCan();
  const [open, setOpen] = useState(false);
  if (!can('compliance:write')) return null;
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" /> Create attestation
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Create an attestation"
        description="You state that you have checked somebody. Payments whose review waits only for this continue."
      >
        <AttestForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type AttestationForm = ReturnType<typeof emptyForm>;

function emptyForm() {
  return { subject: '', checks: CHECKS, country: '', reference: '', until: inOneYear() };
}

function toRequest({ subject, checks, country, reference, until }: AttestationForm) {
  return {
    ...subjectQuery(subject.trim()),
    checks: [...checks],
    reference: reference.trim(),
    expires_at: new Date(`${until}T23:59:59`).toISOString(),
    ...(country.trim() !== '' && { country_code: country.trim().toUpperCase() }),
  };
}

function AttestForm({ onDone }: { onDone: () => void }) {
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const creation = queries.useMutation('post', '/v1/compliance/attestations');
  const [form, setForm] = useState(emptyForm);
  const change = (changes: Partial<AttestationForm>) => setForm((current) => ({ ...current, ...changes }));
  const send = async () => {
    const body = toRequest(form);
    // The form shows why it was refused.
    const made = await creation
      .mutateAsync({ params: { header: idempotency.headerFor(body) }, body })
      .catch(() => undefined);
    if (made === undefined) return;
    idempotency.renew();
    onDone();
    toast('The attestation counts from now on.');
    await refresh('/v1/compliance', '/v1/payments');
  };
  const at = (param: string) => fieldError(creation.error, param);
  return (
    <DialogForm
      submit="Create attestation"
      busy={creation.isPending}
      disabled={form.checks.length === 0}
      error={errorBeside(creation.error, FIELDS)}
      onSubmit={send}
      onCancel={onDone}
    >
      <TextField
        label="About"
        hint="An address, or the owner of wallets: agent:name or user:id."
        error={at('address') ?? at('owner')}
        required
        spellCheck={false}
        className="font-mono"
        value={form.subject}
        onChange={(subject) => change({ subject })}
      />
      <CheckboxList
        legend="What you have checked"
        options={CHECKS}
        chosen={form.checks}
        labelOf={(check) => (check === 'kyc' ? 'Identity (KYC)' : checkName(check))}
        onChange={(checks) => change({ checks })}
      />
      <TextField
        label="Your reference"
        hint="Names the case in your own system."
        error={at('reference')}
        required
        maxLength={255}
        value={form.reference}
        onChange={(reference) => change({ reference })}
      />
      <Scope form={form} error={creation.error} onChange={change} />
    </DialogForm>
  );
}

/** Until when and for which country it counts. */
function Scope({
  form,
  error,
  onChange,
}: {
  form: AttestationForm;
  error: unknown;
  onChange: (changes: Partial<AttestationForm>) => void;
}) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label="Counts until"
        error={fieldError(error, 'expires_at')}
        type="date"
        required
        value={form.until}
        onChange={(until) => onChange({ until })}
      />
      <TextField
        label="Country"
        optional
        error={fieldError(error, 'country_code')}
        maxLength={2}
        placeholder="DE"
        className="uppercase"
        value={form.country}
        onChange={(country) => onChange({ country })}
      />
    </div>
  );
}

/** As a date input takes it. */
function inOneYear(): string {
  const day = new Date();
  day.setFullYear(day.getFullYear() + 1);
  return day.toISOString().slice(0, 10);
}
