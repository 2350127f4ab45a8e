import { useState } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { errorBeside, fieldError } from '../../api/errors';
import { useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Amount } from '../../ui/amount';
import { labelOf } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { AmountField } from '../../ui/field';
import { compareAmounts } from '../../ui/money';
import { ErrorState, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';

type Thresholds = Resource<'LowBalanceThresholds'>;

const CHAINS = ['base', 'ethereum', 'solana'] as const;

/** Fields that show errors; others stand above the buttons. */
const FIELDS = ['total', ...CHAINS.map((chain) => `chains.${chain}`)].map((param) => `low_balance.${param}`);

/** Below which USDC balances the event `treasury.low_balance` is sent. */
export function LowBalance() {
  const can = useCan();
  const settings = queries.useQuery('get', '/v1/treasury/settings');
  const balance = queries.useQuery('get', '/v1/treasury/balance');
  const [open, setOpen] = useState(false);
  const thresholds = settings.data?.low_balance;
  return (
    <Card
      title="Low-balance alerts"
      action={
        thresholds !== undefined &&
        can('treasury:write') && <Button onClick={() => setOpen(true)}>Change thresholds</Button>
      }
    >
      <p className="mb-4 text-muted">
        When a USDC balance falls below its threshold, the event <code>treasury.low_balance</code> is sent to your
        webhooks, once for each time.
      </p>
      {settings.error !== null && <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && (
        <Loading>
          <Skeleton className="h-24" />
        </Loading>
      )}
      {thresholds !== undefined && (
        <>
          <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <Threshold label="All chains" threshold={thresholds.total} balance={balance.data?.usdc} />
            {CHAINS.map((chain) => (
              <Threshold
                key={chain}
                label={labelOf(chain)}
                threshold={thresholds.chains[chain]}
                balance={balance.data?.chains[chain]}
              />
            ))}
          </dl>
          <Dialog
            open={open}
            onClose={() => setOpen(false)}
            title="Low-balance thresholds"
            description="In USDC. A field that is left empty sends nothing."
          >
            <ThresholdForm thresholds={thresholds} onDone={() => setOpen(false)} />
          </Dialog>
        </>
      )}
    </Card>
  );
}

function Threshold({
  label,
  threshold,
  balance,
}: {
  label: string;
  threshold: string | null;
  balance: string | undefined;
}) {
  const isBelow = threshold !== null && balance !== undefined && compareAmounts(balance, threshold) < 0;
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="mt-0.5">
        {threshold === null ? (
          <span className="text-muted">No alert</span>
        ) : (
          <>
            below <Amount value={threshold} className="font-medium" />
          </>
        )}
        {isBelow && <span className="block text-xs text-warning">The balance is below it now.</span>}
      </dd>
    </div>
  );
}

function ThresholdForm({ thresholds, onDone }: { thresholds: Thresholds; onDone: () => void }) {
  const refresh = useRefresh();
  const update = queries.useMutation('patch', '/v1/treasury/settings');
  const [total, setTotal] = useState(thresholds.total ?? '');
  const [chains, setChains] = useState(
    Object.fromEntries(CHAINS.map((chain) => [chain, thresholds.chains[chain] ?? ''])),
  );
  const send = async () => {
    const body = {
      low_balance: {
        total: orNull(total),
        chains: Object.fromEntries(CHAINS.map((chain) => [chain, orNull(chains[chain] ?? '')])),
      },
    };
    // The form shows why it was refused.
    const saved = await update.mutateAsync({ body }).catch(() => undefined);
    if (saved === undefined) return;
    onDone();
    toast('The thresholds are saved.');
    await refresh('/v1/treasury/settings');
  };
  const at = (param: string) => fieldError(update.error, `low_balance.${param}`);
  return (
    <DialogForm
      submit="Save thresholds"
      busy={update.isPending}
      error={errorBeside(update.error, FIELDS)}
      onSubmit={send}
      onCancel={onDone}
    >
      <div className="grid grid-cols-2 gap-4">
        <AmountField placeholder="No alert" label="All chains" value={total} error={at('total')} onChange={setTotal} />
        {CHAINS.map((chain) => (
          <AmountField
            placeholder="No alert"
            key={chain}
            label={labelOf(chain)}
            value={chains[chain] ?? ''}
            error={at(`chains.${chain}`)}
            onChange={(value) => setChains((current) => ({ ...current, [chain]: value }))}
          />
        ))}
      </div>
    </DialogForm>
  );
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
