import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { fieldError } from '../../api/errors';
import { useRefresh } from '../../api/list';
import { useCan } from '../../app/session';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Checkbox, Field, Input } from '../../ui/field';
import { Page } from '../../ui/page';
import { ErrorMessage, ErrorState, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { TeamNav } from './team-nav';

type Policies = Resource<'Policies'>;

export function Component() {
  const policies = queries.useQuery('get', '/v1/policies');
  return (
    <Page title="Team" description="Who has to agree before money moves.">
      <TeamNav />
      <Card title="Policies">
        {policies.data !== undefined ? (
          <PoliciesForm policies={policies.data} />
        ) : policies.error ? (
          <ErrorState error={policies.error} onRetry={() => void policies.refetch()} />
        ) : (
          <Loading>
            <Skeleton className="h-72" />
          </Loading>
        )}
      </Card>
    </Page>
  );
}

function PoliciesForm({ policies }: { policies: Policies }) {
  const can = useCan();
  const refresh = useRefresh();
  const update = queries.useMutation('patch', '/v1/policies');
  const [separate, setSeparate] = useState(policies.separate_creator);
  const [screen, setScreen] = useState(policies.always_screen);
  const [two, setTwo] = useState(policies.two_approvers_above ?? '');
  const [treasury, setTreasury] = useState(policies.treasury_approval_above ?? '');
  const mayChange = can('policies:write');
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = {
      separate_creator: separate,
      two_approvers_above: orNull(two),
      treasury_approval_above: orNull(treasury),
      always_screen: screen,
    };
    // The form shows why it was refused.
    const saved = await update.mutateAsync({ body }).catch(() => undefined);
    if (saved === undefined) return;
    toast('The policies are saved.');
    await refresh('/v1/policies');
  };
  const at = (param: string) => fieldError(update.error, param);
  const isShown = ['two_approvers_above', 'treasury_approval_above'].some((param) => at(param) !== undefined);
  return (
    <form onSubmit={(event) => void send(event)}>
      <fieldset disabled={!mayChange} className="max-w-xl space-y-6">
        <legend className="sr-only">Policies</legend>
        <Checkbox
          label="Whoever creates a payment cannot approve or review it"
          hint="Two API keys of the same person count as one person."
          checked={separate}
          onChange={({ target }) => setSeparate(target.checked)}
        />
        <Checkbox
          label="Every payment and wallet is screened"
          hint="Also those of API keys that may skip screening."
          checked={screen}
          onChange={({ target }) => setScreen(target.checked)}
        />
        <AmountField
          label="Two people approve above"
          hint="An approval of a payment above this amount takes two people. Empty: one is enough."
          value={two}
          error={at('two_approvers_above')}
          onChange={setTwo}
        />
        <AmountField
          label="Payments from the treasury wait above"
          hint="A payment from the treasury above this amount waits for an approval. Empty: none waits."
          value={treasury}
          error={at('treasury_approval_above')}
          onChange={setTreasury}
        />
        <p className="text-muted">
          A change counts for payments that are made a second later or more. Payments that wait already keep the
          policies of their time.
        </p>
        {update.error !== null && !isShown && <ErrorMessage error={update.error} />}
        {mayChange ? (
          <Button kind="primary" type="submit" busy={update.isPending}>
            Save policies
          </Button>
        ) : (
          <p className="text-muted">An administrator can change them.</p>
        )}
      </fieldset>
    </form>
  );
}

function AmountField({
  label,
  hint,
  value,
  error,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          placeholder="Off"
          className="max-w-56 text-right tabular-nums"
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
