import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { errorBeside, fieldError } from '../../api/errors';
import { useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { AmountField, Checkbox, SelectField, TextField } from '../../ui/field';
import { Page } from '../../ui/page';
import { ErrorMessage, ErrorState, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { TeamNav } from './team-nav';

type Policies = Resource<'Policies'>;

/** Fields that the form shows errors at. */
const FIELDS = ['two_approvers_above', 'treasury_approval_above', 'duplicate_window_hours'];

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

type PolicyForm = ReturnType<typeof formOf>;

interface FieldsProps {
  readonly form: PolicyForm;
  /** The error of a field. */
  readonly at: (param: string) => string | undefined;
  readonly onChange: (changes: Partial<PolicyForm>) => void;
}

function formOf({ two_approvers_above, treasury_approval_above, duplicate_window_hours, ...rest }: Policies) {
  return {
    ...rest,
    two_approvers_above: two_approvers_above ?? '',
    treasury_approval_above: treasury_approval_above ?? '',
    duplicate_window_hours: String(duplicate_window_hours),
  };
}

function PoliciesForm({ policies }: { policies: Policies }) {
  const can = useCan();
  const refresh = useRefresh();
  const update = queries.useMutation('patch', '/v1/policies');
  const [form, setForm] = useState(formOf(policies));
  const change = (changes: Partial<PolicyForm>) => setForm((current) => ({ ...current, ...changes }));
  const mayChange = can('policies:write');
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const two = orNull(form.two_approvers_above);
    const treasury = orNull(form.treasury_approval_above);
    const hours = Number(form.duplicate_window_hours);
    const body = {
      ...form,
      two_approvers_above: two,
      treasury_approval_above: treasury,
      duplicate_window_hours: hours,
    };
    // The form shows why it was refused.
    const saved = await update.mutateAsync({ body }).catch(() => undefined);
    if (saved === undefined) return;
    toast('The policies are saved.');
    await refresh('/v1/policies');
  };
  const at = (param: string) => fieldError(update.error, param);
  const beside = errorBeside(update.error, FIELDS);
  return (
    <form onSubmit={(event) => void send(event)}>
      <fieldset disabled={!mayChange} className="max-w-xl space-y-6">
        <legend className="sr-only">Policies</legend>
        <Checkbox
          label="The creator of a payment cannot approve or review it"
          hint="Two API keys of the same person count as one person."
          checked={form.separate_creator}
          onChange={({ target }) => change({ separate_creator: target.checked })}
        />
        <Checkbox
          label="Every payment and wallet is screened"
          hint="Also those of API keys that may skip screening."
          checked={form.always_screen}
          onChange={({ target }) => change({ always_screen: target.checked })}
        />
        <ApprovalFields form={form} at={at} onChange={change} />
        <DuplicateFields form={form} at={at} onChange={change} />
        <p className="text-muted">
          A change counts for payments that are made a second later or more. Payments that wait already keep the
          policies of their time.
        </p>
        {beside !== null && <ErrorMessage error={beside} />}
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

/** Above which amounts people have to approve. */
function ApprovalFields({ form, at, onChange }: FieldsProps) {
  return (
    <>
      <AmountField
        placeholder="Off"
        className="max-w-56"
        label="Two people approve above"
        hint="An approval of a payment above this amount takes two people. Empty: one is enough."
        value={form.two_approvers_above}
        error={at('two_approvers_above')}
        onChange={(two_approvers_above) => onChange({ two_approvers_above })}
      />
      <AmountField
        placeholder="Off"
        className="max-w-56"
        label="Payments from the treasury wait above"
        hint="A payment from the treasury above this amount waits for an approval. Empty: none waits."
        value={form.treasury_approval_above}
        error={at('treasury_approval_above')}
        onChange={(treasury_approval_above) => onChange({ treasury_approval_above })}
      />
    </>
  );
}

/** Whose payments are compared with earlier ones, and how far back. */
function DuplicateFields({ form, at, onChange }: FieldsProps) {
  return (
    <>
      <SelectField
        className="max-w-80"
        label="Possible duplicates are refused"
        hint="A payment like an earlier one: same recipient, amount, currency and payer. Who pays can confirm it."
        value={form.duplicate_guard}
        onChange={(guard) => onChange({ duplicate_guard: guard as Policies['duplicate_guard'] })}
      >
        <option value="bound_keys">From keys that are bound to wallets</option>
        <option value="all">From everybody</option>
        <option value="off">Never</option>
      </SelectField>
      <TextField
        inputMode="numeric"
        className="max-w-56"
        label="Hours in which payments are compared"
        value={form.duplicate_window_hours}
        error={at('duplicate_window_hours')}
        onChange={(duplicate_window_hours) => onChange({ duplicate_window_hours })}
      />
    </>
  );
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
