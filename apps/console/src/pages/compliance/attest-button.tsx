import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { fieldError } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan } from '../../app/session';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialog';
import { Checkbox, Field, Input } from '../../ui/field';
import { ErrorMessage } from '../../ui/states';
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
        description="You state that you have checked somebody. Payments whose review waits only for this go on."
      >
        <AttestForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function AttestForm({ onDone }: { onDone: () => void }) {
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const creation = queries.useMutation('post', '/v1/compliance/attestations');
  const [subject, setSubject] = useState('');
  const [checks, setChecks] = useState(CHECKS);
  const [country, setCountry] = useState('');
  const [reference, setReference] = useState('');
  const [until, setUntil] = useState(inOneYear);
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = {
      ...subjectQuery(subject.trim()),
      checks: [...checks],
      reference: reference.trim(),
      expires_at: new Date(`${until}T23:59:59`).toISOString(),
      ...(country.trim() !== '' && { country_code: country.trim().toUpperCase() }),
    };
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
  const isShown = FIELDS.some((param) => at(param) !== undefined);
  return (
    <form onSubmit={(event) => void send(event)} className="space-y-5">
      <Field
        label="About"
        hint="An address, or the owner of wallets: agent:name or user:id."
        error={at('address') ?? at('owner')}
      >
        {(control) => (
          <Input
            {...control}
            required
            spellCheck={false}
            className="font-mono"
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 font-medium">What you have checked</legend>
        <div className="grid grid-cols-2 gap-2">
          {CHECKS.map((check) => (
            <Checkbox
              key={check}
              label={check === 'kyc' ? 'Identity (KYC)' : checkName(check)}
              checked={checks.includes(check)}
              onChange={({ target }) =>
                setChecks((current) =>
                  CHECKS.filter((each) => (each === check ? target.checked : current.includes(each))),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <Field label="Your reference" hint="Names the case in your own system." error={at('reference')}>
        {(control) => (
          <Input
            {...control}
            required
            maxLength={255}
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Counts until" error={at('expires_at')}>
          {(control) => (
            <Input {...control} type="date" required value={until} onChange={(event) => setUntil(event.target.value)} />
          )}
        </Field>
        <Field label="Country" optional error={at('country_code')}>
          {(control) => (
            <Input
              {...control}
              maxLength={2}
              placeholder="DE"
              className="uppercase"
              value={country}
              onChange={(event) => setCountry(event.target.value)}
            />
          )}
        </Field>
      </div>
      {creation.error !== null && !isShown && <ErrorMessage error={creation.error} />}
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={creation.isPending} disabled={checks.length === 0}>
          Create attestation
        </Button>
      </DialogActions>
    </form>
  );
}

/** As a date input takes it. */
function inOneYear(): string {
  const day = new Date();
  day.setFullYear(day.getFullYear() + 1);
  return day.toISOString().slice(0, 10);
}
