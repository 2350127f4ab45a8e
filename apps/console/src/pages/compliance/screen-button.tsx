import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
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
import { checkName } from './findings';

type CheckName = NonNullable<Resource<'CheckAddress'>['checks']>[number];

const CHECKS: readonly CheckName[] = ['sanctions', 'aml', 'kyc', 'travel_rule'];

/** Screens an address without a payment. */
export function ScreenButton() {
  const can = useCan();
  const [open, setOpen] = useState(false);
  if (!can('screenings:write')) return null;
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <ScanSearch aria-hidden className="size-4" /> Screen an address
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Screen an address"
        description="Runs the same checks as a payment, and moves no money. A result of the last 24 hours is used again."
      >
        <ScreenForm onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ScreenForm({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const screening = queries.useMutation('post', '/v1/compliance/check');
  const [address, setAddress] = useState('');
  const [country, setCountry] = useState('');
  const [checks, setChecks] = useState(CHECKS);
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = {
      address: address.trim(),
      checks: [...checks],
      ...(country.trim() !== '' && { country_code: country.trim().toUpperCase() }),
    };
    // The form shows why it was refused.
    const result = await screening
      .mutateAsync({ params: { header: idempotency.headerFor(body) }, body })
      .catch(() => undefined);
    if (result === undefined) return;
    idempotency.renew();
    void refresh('/v1/compliance');
    await navigate(`/compliance/${result.ref}`);
  };
  const at = (param: string) => fieldError(screening.error, param);
  const isShown = ['address', 'country_code'].some((param) => at(param) !== undefined);
  return (
    <form onSubmit={(event) => void send(event)} className="space-y-5">
      <Field label="Address" hint="On Base or Ethereum (0x…), or on Solana." error={at('address')}>
        {(control) => (
          <Input
            {...control}
            required
            spellCheck={false}
            className="font-mono"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Country"
        hint="Of its owner, in two letters such as DE. The sanctions check needs it."
        error={at('country_code')}
        optional={!checks.includes('sanctions')}
      >
        {(control) => (
          <Input
            {...control}
            required={checks.includes('sanctions')}
            maxLength={2}
            pattern="[A-Za-z]{2}"
            className="uppercase"
            value={country}
            onChange={(event) => setCountry(event.target.value)}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 font-medium">Checks</legend>
        <div className="grid grid-cols-2 gap-2">
          {CHECKS.map((check) => (
            <Checkbox
              key={check}
              label={checkName(check)}
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
      {screening.error !== null && !isShown && <ErrorMessage error={screening.error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" busy={screening.isPending} disabled={checks.length === 0}>
          Screen the address
        </Button>
      </DialogActions>
    </form>
  );
}
