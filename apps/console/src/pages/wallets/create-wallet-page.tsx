import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import { queries } from '../../api/client';
import { errorBeside, fieldError } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan, useSession } from '../../api/use-session';
import { Button, ButtonLink } from '../../ui/button';
import { Card } from '../../ui/card';
import { AmountField, Field, Input, Select, SelectField, TextField, TextareaField } from '../../ui/field';
import { Page } from '../../ui/page';
import { ErrorMessage, Notice } from '../../ui/states';
import { toast } from '../../ui/toast';
import { EMPTY_FORM, approversOf, toRequest } from './wallet-form';
import type { WalletForm } from './wallet-form';

const BACK = { to: '/wallets', label: 'Wallets' };
/** Fields that the form shows errors at; other errors stand above its buttons. */
const FIELDS = ['owner', 'label', 'chain', 'spend_limit', 'approvers', 'approval_threshold', 'metadata'];

export function Component() {
  const can = useCan();
  return (
    <Page
      title="Create a wallet"
      description="The owner is verified first. Limit, approvers and threshold are fixed: they cannot be changed later."
      back={BACK}
    >
      {can('wallets:write') ? (
        <CreateForm />
      ) : (
        <Notice tone="warning">You may see wallets, and not create them.</Notice>
      )}
    </Page>
  );
}

function CreateForm() {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const creation = queries.useMutation('post', '/v1/wallets');
  const [form, setForm] = useState<WalletForm>(EMPTY_FORM);
  const change = (changes: Partial<WalletForm>) => setForm((current) => ({ ...current, ...changes }));
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = toRequest(form);
    // The form shows why it was refused.
    const wallet = await creation
      .mutateAsync({ params: { header: idempotency.headerFor(body) }, body })
      .catch(() => undefined);
    if (wallet === undefined) return;
    void refresh('/v1/wallets', '/v1/compliance');
    toast(wallet.status === 'active' ? 'The wallet is ready.' : 'The wallet waits for the verification of its owner.');
    await navigate(`/wallets/${wallet.id}`);
  };
  return (
    <Card className="max-w-3xl">
      <form aria-label="Wallet" onSubmit={(event) => void submit(event)} className="grid gap-5 md:grid-cols-2">
        <WalletFields form={form} error={creation.error} onChange={change} />
        <div className="flex flex-wrap justify-end gap-2 md:col-span-2">
          <ButtonLink to="/wallets">Cancel</ButtonLink>
          <Button type="submit" kind="primary" busy={creation.isPending}>
            Create wallet
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface FieldsProps {
  readonly form: WalletForm;
  readonly error: unknown;
  readonly onChange: (changes: Partial<WalletForm>) => void;
}

function WalletFields({ form, error, onChange }: FieldsProps) {
  const { livemode } = useSession();
  const at = (param: string) => fieldError(error, param);
  const beside = errorBeside(error, FIELDS);
  return (
    <>
      <OwnerField form={form} error={error} onChange={onChange} />
      <TextField
        label="Name"
        optional
        hint="For people. Not on the chain."
        error={at('label')}
        maxLength={128}
        value={form.label}
        onChange={(value) => onChange({ label: value })}
      />
      <SelectField
        label="Chain"
        error={at('chain')}
        value={form.chain}
        onChange={(value) => onChange({ chain: value as WalletForm['chain'] })}
      >
        <option value="base">Base</option>
        <option value="ethereum">Ethereum</option>
        {!livemode && <option value="solana">Solana</option>}
      </SelectField>
      <AmountField
        label="Spend limit in 24 hours"
        optional
        hint="USDC, EURC counts one to one. Left empty, it may spend all that it holds."
        error={at('spend_limit')}

        placeholder="No limit"
        value={form.limit}
        onChange={(value) => onChange({ limit: value })}
      />
      <ApproverFields form={form} error={error} onChange={onChange} />
      <div className="md:col-span-2">
        <TextareaField
          label="Metadata"
          optional
          hint="Your own notes, one a line: team=sales"
          error={at('metadata')}
          rows={2}
          className="font-mono text-[0.8125rem]"
          value={form.metadata}
          onChange={(value) => onChange({ metadata: value })}
        />
      </div>
      {beside !== null && (
        <div className="md:col-span-2">
          <ErrorMessage error={beside} />
        </div>
      )}
    </>
  );
}

function OwnerField({ form, error, onChange }: FieldsProps) {
  return (
    <Field
      label="Owner"
      hint="An agent is a program; a user is one of your customers."
      error={fieldError(error, 'owner')}
    >
      {(control) => (
        <div className="flex gap-2">
          <Select
            aria-label="Kind of owner"
            className="w-28! shrink-0"
            value={form.kind}
            onChange={(event) => onChange({ kind: event.target.value as WalletForm['kind'] })}
          >
            <option value="agent">Agent</option>
            <option value="user">User</option>
          </Select>
          <Input
            {...control}
            required
            spellCheck={false}
            maxLength={128}
            placeholder={form.kind === 'agent' ? 'procurement' : '4711'}
            value={form.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </div>
      )}
    </Field>
  );
}

function ApproverFields({ form, error, onChange }: FieldsProps) {
  const { livemode } = useSession();
  const at = (param: string) => fieldError(error, param);
  const listed = approversOf(form).length;
  return (
    <>
      <div className="md:col-span-2">
        <TextareaField
          label="Approvers"
          optional
          hint={
            livemode
              ? 'One EVM address a line. They own the wallet, and sign what is above the limit. Left empty, this service approves for it.'
              : 'One address a line. They approve what is above the limit. Left empty, anybody who may approve payments can.'
          }
          error={at('approvers')}
          spellCheck={false}
          className="font-mono text-[0.8125rem]"
          value={form.approvers}
          onChange={(value) => onChange({ approvers: value })}
        />
      </div>
      {listed > 1 && (
        <SelectField
          label="How many have to approve"
          error={at('approval_threshold')}
          value={form.threshold}
          onChange={(value) => onChange({ threshold: value })}
        >
          {Array.from({ length: listed }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1} of {listed}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
