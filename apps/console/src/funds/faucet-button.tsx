import { Droplets } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../api/client';
import type { Resource } from '../api/client';
import { errorBeside, fieldError } from '../api/errors';
import { useIdempotency } from '../api/idempotency';
import { useRefresh } from '../api/list';
import { useCan, useSession } from '../api/use-session';
import { labelOf } from '../ui/badge';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { AmountField, SelectField } from '../ui/field';
import { groupThousands } from '../ui/money';
import { toast } from '../ui/toast';

type Chain = Resource<'UseFaucet'>['chain'];
type Currency = NonNullable<Resource<'UseFaucet'>['currency']>;

/** Fields that show errors; others stand above the buttons. */
const FIELDS = ['amount', 'chain', 'currency'];

/** Credits the treasury or a wallet with test money. Offered in the sandbox only. */
export function FaucetButton({ wallet }: { wallet?: { readonly id: string; readonly chain: string } }) {
  const can = useCan();
  const { livemode } = useSession();
  const [open, setOpen] = useState(false);
  if (livemode || !can('treasury:write')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Droplets aria-hidden className="size-4" /> Add test funds
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={wallet === undefined ? 'Add test funds to the treasury' : 'Add test funds to this wallet'}
        description="A simulated deposit. It costs nothing, and exists in the sandbox only."
      >
        <FaucetForm wallet={wallet} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function FaucetForm({
  wallet,
  onDone,
}: {
  wallet: { readonly id: string; readonly chain: string } | undefined;
  onDone: () => void;
}) {
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const faucet = queries.useMutation('post', '/v1/sandbox/faucet');
  const [amount, setAmount] = useState('1000.00');
  const [currency, setCurrency] = useState<Currency>('USDC');
  const [chain, setChain] = useState(wallet?.chain ?? 'base');
  const send = async () => {
    const body = {
      chain: chain as Chain,
      currency,
      amount: amount.trim(),
      ...(wallet === undefined ? {} : { wallet: wallet.id }),
    };
    // The form shows why it was refused.
    const receipt = await faucet
      .mutateAsync({ params: { header: idempotency.headerFor(body) }, body })
      .catch(() => undefined);
    if (receipt === undefined) return;
    idempotency.renew();
    onDone();
    toast(`${groupThousands(receipt.amount)} ${receipt.currency} added on ${labelOf(receipt.chain)}.`);
    await refresh('/v1/treasury', '/v1/wallets');
  };
  const at = (param: string) => fieldError(faucet.error, param);
  return (
    <DialogForm
      submit="Add funds"
      busy={faucet.isPending}
      error={errorBeside(faucet.error, FIELDS)}
      onSubmit={send}
      onCancel={onDone}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <AmountField label="Amount" error={at('amount')} required value={amount} onChange={setAmount} />
        <SelectField
          label="Currency"
          error={at('currency')}
          value={currency}
          onChange={(value) => setCurrency(value as Currency)}
        >
          <option>USDC</option>
          <option>EURC</option>
        </SelectField>
      </div>
      <SelectField
        label="Chain"
        error={at('chain')}
        {...(wallet === undefined ? {} : { hint: 'A wallet receives on its own chain.' })}
        disabled={wallet !== undefined}
        value={chain}
        onChange={setChain}
      >
        {['base', 'ethereum', 'solana'].map((name) => (
          <option key={name} value={name}>
            {labelOf(name)}
          </option>
        ))}
      </SelectField>
    </DialogForm>
  );
}
