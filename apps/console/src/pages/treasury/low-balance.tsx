import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { fieldError } from '../../api/errors';
import { useRefresh } from '../../api/list';
import { useCan } from '../../app/session';
import { Amount } from '../../ui/amount';
import { labelOf } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Dialog, DialogActions } from '../../ui/dialog';
import { Field, Input } from '../../ui/field';
import { compareAmounts } from '../../ui/money';
import { ErrorMessage, ErrorState, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';

type Thresholds = Resource<'LowBalanceThresholds'>;

const CHAINS = ['base', 'ethereum', 'solana'] as const;

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
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
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
  const isShown = ['total', ...CHAINS.map((chain) => `chains.${chain}`)].some((param) => at(param) !== undefined);
  return (
    <form onSubmit={(event) => void send(event)} className="space-y-5">
      <div className="grid grid-cols-2 gap-4">
        <AmountField label="All chains" value={total} error={at('total')} onChange={setTotal} />
        {CHAINS.map((chain) => (
          <AmountField
            key={chain}
            label={labelOf(chain)}
            value={chains[chain] ?? ''}
            error={at(`chains.${chain}`)}
            onChange={(value) => setChains((current) => ({ ...current, [chain]: value }))}
          />
        ))}
      </div>
      {update.error !== null && !isShown && <ErrorMessage error={update.error} />}
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={update.isPending}>
          Save thresholds
        </Button>
      </DialogActions>
    </form>
  );
}

function AmountField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          placeholder="No alert"
          className="text-right tabular-nums"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
