import { Plus } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { errorBeside, fieldError } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan, useSession } from '../../api/use-session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { CheckboxList, TextField, TextareaField } from '../../ui/field';
import { SecretDialog } from '../../ui/secret-dialog';
import { scopeMeaning } from './scopes';

const FIELDS = ['name', 'scopes', 'expires_at', 'ip_allow_list', 'wallet_ids'];

export function CreateApiKeyButton() {
  const can = useCan();
  const [open, setOpen] = useState(false);
  const [created, setCreated] = useState<Resource<'ApiKeyWithSecret'>>();
  if (!can('keys:write')) return null;
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" /> Create API key
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        wide
        title="Create an API key"
        description="It can never do more than you may do yourself."
      >
        <CreateForm
          onCancel={() => setOpen(false)}
          onCreated={(key) => {
            setOpen(false);
            setCreated(key);
          }}
        />
      </Dialog>
      {created !== undefined && (
        <SecretDialog
          title="Your new API key"
          secret={created.key}
          label="the API key"
          onClose={() => setCreated(undefined)}
        >
          Give it to your program as a secret, for example in an environment variable.
        </SecretDialog>
      )}
    </>
  );
}

interface KeyForm {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly until: string;
  readonly addresses: string;
  readonly wallets: string;
}

const EMPTY_FORM: KeyForm = { name: '', scopes: [], until: '', addresses: '', wallets: '' };

function toRequest({ name, scopes, until, addresses, wallets }: KeyForm) {
  return {
    scopes: scopes as Resource<'Scope'>[],
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(until !== '' && { expires_at: new Date(`${until}T23:59:59`).toISOString() }),
    ...(words(addresses).length > 0 && { ip_allow_list: words(addresses) }),
    ...(words(wallets).length > 0 && { wallet_ids: words(wallets) }),
  };
}

function CreateForm({
  onCancel,
  onCreated,
}: {
  onCancel: () => void;
  onCreated: (key: Resource<'ApiKeyWithSecret'>) => void;
}) {
  const { scopes: own } = useSession();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const creation = queries.useMutation('post', '/v1/api_keys');
  const [form, setForm] = useState<KeyForm>({
    ...EMPTY_FORM,
    scopes: own.filter((scope) => scope.startsWith('payments:')),
  });
  const change = (changes: Partial<KeyForm>) => setForm((current) => ({ ...current, ...changes }));
  const send = async () => {
    const body = toRequest(form);
    // The form shows why it was refused.
    const key = await creation
      .mutateAsync({ params: { header: idempotency.headerFor(body) }, body })
      .catch(() => undefined);
    if (key === undefined) return;
    idempotency.renew();
    onCreated(key);
    await refresh('/v1/api_keys');
  };
  const at = (param: string) => fieldError(creation.error, param);
  return (
    <DialogForm
      submit="Create API key"
      busy={creation.isPending}
      disabled={form.scopes.length === 0}
      error={errorBeside(creation.error, FIELDS)}
      onSubmit={send}
      onCancel={onCancel}
    >
      <TextField
        label="Name"
        optional
        hint="For people: the program that uses it."
        error={at('name')}
        maxLength={128}
        value={form.name}
        onChange={(name) => change({ name })}
      />
      <CheckboxList
        wide
        legend="What it may do"
        options={own}
        chosen={form.scopes}
        error={at('scopes')}
        labelOf={(scope) => <span className="font-mono text-[0.8125rem]">{scope}</span>}
        hintOf={scopeMeaning}
        onChange={(scopes) => change({ scopes })}
      />
      <Restrictions form={form} error={creation.error} onChange={change} />
    </DialogForm>
  );
}

/** Until when, from where and for what the key works. */
function Restrictions({
  form,
  error,
  onChange,
}: {
  form: KeyForm;
  error: unknown;
  onChange: (changes: Partial<KeyForm>) => void;
}) {
  const at = (param: string) => fieldError(error, param);
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Ends after"
          optional
          hint="The last day on which it works."
          error={at('expires_at')}
          type="date"
          value={form.until}
          onChange={(until) => onChange({ until })}
        />
        <TextareaField
          label="Only from these addresses"
          optional
          hint="IP addresses or CIDR ranges, one in a line."
          error={at('ip_allow_list')}
          rows={2}
          spellCheck={false}
          className="font-mono"
          value={form.addresses}
          onChange={(addresses) => onChange({ addresses })}
        />
      </div>
      <TextareaField
        label="Only for these wallets"
        optional
        hint="Ids of wallets, one in a line. The key then pays from them alone and sees nothing else."
        error={at('wallet_ids')}
        rows={2}
        spellCheck={false}
        className="font-mono"
        value={form.wallets}
        onChange={(wallets) => onChange({ wallets })}
      />
    </>
  );
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
