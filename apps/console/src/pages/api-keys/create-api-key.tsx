import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { fieldError } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan, useSession } from '../../app/session';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialog';
import { Checkbox, Field, Input, Textarea } from '../../ui/field';
import { SecretDialog } from '../../ui/secret-dialog';
import { ErrorMessage } from '../../ui/states';
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
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>(own.filter((scope) => scope.startsWith('payments:')));
  const [until, setUntil] = useState('');
  const [addresses, setAddresses] = useState('');
  const [wallets, setWallets] = useState('');
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = {
      scopes: scopes as Resource<'Scope'>[],
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(until !== '' && { expires_at: new Date(`${until}T23:59:59`).toISOString() }),
      ...(words(addresses).length > 0 && { ip_allow_list: words(addresses) }),
      ...(words(wallets).length > 0 && { wallet_ids: words(wallets) }),
    };
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
  const isShown = FIELDS.some((param) => at(param) !== undefined);
  return (
    <form onSubmit={(event) => void send(event)} className="space-y-5">
      <Field label="Name" optional hint="For people: the program that uses it." error={at('name')}>
        {(control) => (
          <Input {...control} maxLength={128} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <fieldset>
        <legend className="mb-2 font-medium">What it may do</legend>
        <div className="grid gap-x-4 gap-y-3 md:grid-cols-2">
          {own.map((scope) => (
            <Checkbox
              key={scope}
              label={<span className="font-mono text-[0.8125rem]">{scope}</span>}
              hint={scopeMeaning(scope)}
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes((current) => own.filter((each) => (each === scope ? target.checked : current.includes(each))))
              }
            />
          ))}
        </div>
        {at('scopes') !== undefined && <p className="mt-1.5 text-xs text-critical">{at('scopes')}</p>}
      </fieldset>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Ends after" optional hint="The last day on which it works." error={at('expires_at')}>
          {(control) => (
            <Input {...control} type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
          )}
        </Field>
        <Field
          label="Only from these addresses"
          optional
          hint="IP addresses or CIDR ranges, one in a line."
          error={at('ip_allow_list')}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              spellCheck={false}
              className="font-mono"
              value={addresses}
              onChange={(event) => setAddresses(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field
        label="Only for these wallets"
        optional
        hint="Ids of wallets, one in a line. The key then pays from them alone and sees nothing else."
        error={at('wallet_ids')}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            spellCheck={false}
            className="font-mono"
            value={wallets}
            onChange={(event) => setWallets(event.target.value)}
          />
        )}
      </Field>
      {creation.error !== null && !isShown && <ErrorMessage error={creation.error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" busy={creation.isPending} disabled={scopes.length === 0}>
          Create API key
        </Button>
      </DialogActions>
    </form>
  );
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
