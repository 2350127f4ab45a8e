import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
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
import { checkName } from './findings';

type CheckName = NonNullable<Resource<'CheckAddress'>['checks']>[number];

const CHECKS: readonly CheckName[] = ['sanctions', 'aml', 'kyc', 'travel_rule'];

/** Fields that show errors; others stand above the buttons. */
const FIELDS = ['address', 'country_code'];

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
  const send = async () => {
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
  return (
    <DialogForm
      submit="Screen the address"
      busy={screening.isPending}
      disabled={checks.length === 0}
      error={errorBeside(screening.error, FIELDS)}
      onSubmit={send}
      onCancel={onCancel}
    >
      <TextField
        label="Address"
        hint="On Base or Ethereum (0x…), or on Solana."
        error={at('address')}
        required
        spellCheck={false}
        className="font-mono"
        value={address}
        onChange={setAddress}
      />
      <TextField
        label="Country"
        hint="Of its owner, in two letters such as DE. The sanctions check needs it."
        error={at('country_code')}
        optional={!checks.includes('sanctions')}
        required={checks.includes('sanctions')}
        maxLength={2}
        pattern="[A-Za-z]{2}"
        className="uppercase"
        value={country}
        onChange={setCountry}
      />
      <CheckboxList legend="Checks" options={CHECKS} chosen={checks} labelOf={checkName} onChange={setChecks} />
    </DialogForm>
  );
}
