import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { errorBeside, fieldError } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { StatusBadge, labelOf } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Copyable, Mono } from '../../ui/copyable';
import { Detail, Details } from '../../ui/details';
import { ConfirmButton, Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { TextField } from '../../ui/field';
import { ObjectPage } from '../../ui/object-page';
import { Page } from '../../ui/page';
import { SecretDialog } from '../../ui/secret-dialog';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { keyStatus, scopeMeaning } from './scopes';

type ApiKey = Resource<'ApiKey'>;

const BACK = { to: '/api-keys', label: 'API keys' };

export function Component() {
  const { id = '' } = useParams();
  const key = queries.useQuery('get', '/v1/api_keys/{id}', { params: { path: { id } } });
  return (
    <ObjectPage title="API key" back={BACK} query={key}>
      {(data) => <ApiKeyView apiKey={data} />}
    </ObjectPage>
  );
}

function ApiKeyView({ apiKey }: { apiKey: ApiKey }) {
  const { name, scopes, last4, revoked_at } = apiKey;
  const can = useCan();
  const title = name === null || name === '' ? `API key …${last4}` : name;
  return (
    <Page
      title={title}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          {title}
          <StatusBadge status={keyStatus(apiKey)} />
        </span>
      }
      back={BACK}
      actions={
        can('keys:write') &&
        revoked_at === null && (
          <>
            <RenameButton apiKey={apiKey} />
            <RotateButton apiKey={apiKey} />
            <RevokeButton apiKey={apiKey} />
          </>
        )
      }
    >
      <div className="grid items-start gap-6 md:grid-cols-2">
        <KeyDetails apiKey={apiKey} />
        <Card title="What it may do">
          <ul className="space-y-3">
            {scopes.map((scope) => (
              <li key={scope}>
                <Mono>{scope}</Mono>
                <span className="block text-xs text-muted">{scopeMeaning(scope)}</span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </Page>
  );
}

function KeyDetails({ apiKey }: { apiKey: ApiKey }) {
  const { id, plan, last4, expires_at, ip_allow_list, wallet_ids, created_at, last_used_at, revoked_at } = apiKey;
  return (
    <Card title="Details">
      <Details>
        <Detail label="Key">
          <Mono>{`…${last4}`}</Mono>
        </Detail>
        <Detail label="Plan">{labelOf(plan)}</Detail>
        <Detail label="Created">
          <Time at={created_at} />
        </Detail>
        <Detail label="Last used">{last_used_at !== null && <Time at={last_used_at} />}</Detail>
        <Detail label="Ends">{expires_at === null ? 'Never' : <Time at={expires_at} />}</Detail>
        {revoked_at !== null && (
          <Detail label="Revoked">
            <Time at={revoked_at} />
          </Detail>
        )}
        <Detail label="Used from">
          {ip_allow_list === null ? 'Every address' : <Mono>{ip_allow_list.join(', ')}</Mono>}
        </Detail>
        <Detail label="Wallets">
          {wallet_ids === null
            ? 'Everything of the account'
            : wallet_ids.map((wallet) => (
                <Link key={wallet} to={`/wallets/${wallet}`} className="block text-link hover:underline">
                  <Mono>{wallet}</Mono>
                </Link>
              ))}
        </Detail>
        <Detail label="Id">
          <Copyable value={id} label="the id of the key" />
        </Detail>
      </Details>
    </Card>
  );
}

function RenameButton({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const refresh = useRefresh();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(name ?? '');
  const update = queries.useMutation('patch', '/v1/api_keys/{id}');
  const send = async () => {
    const body = { name: text.trim() === '' ? null : text.trim() };
    // The form shows why it was refused.
    const saved = await update.mutateAsync({ params: { path: { id } }, body }).catch(() => undefined);
    if (saved === undefined) return;
    setOpen(false);
    await refresh('/v1/api_keys');
  };
  const error = fieldError(update.error, 'name');
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Rename the API key">
        <DialogForm
          submit="Save"
          busy={update.isPending}
          error={errorBeside(update.error, ['name'])}
          onSubmit={send}
          onCancel={() => setOpen(false)}
        >
          <TextField label="Name" error={error} maxLength={128} value={text} onChange={setText} />
        </DialogForm>
      </Dialog>
    </>
  );
}

function RotateButton({ apiKey: { id } }: { apiKey: ApiKey }) {
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const rotation = queries.useMutation('post', '/v1/api_keys/{id}/rotate');
  const [rotated, setRotated] = useState<Resource<'ApiKeyWithSecret'>>();
  return (
    <>
      <ConfirmButton
        label="Rotate"
        title="Give this key a new secret?"
        confirm="Rotate it"
        act={async () => {
          const params = { path: { id }, header: idempotency.headerFor(id) };
          const key = await rotation.mutateAsync({ params, body: {} });
          idempotency.renew();
          setRotated(key);
          await refresh('/v1/api_keys');
        }}
      >
        Programs that use the present secret are refused within a second, until they have the new one.
      </ConfirmButton>
      {rotated !== undefined && (
        <SecretDialog
          title="The new secret"
          secret={rotated.key}
          label="the API key"
          onClose={() => setRotated(undefined)}
        >
          Give it to your program in place of the one before, which no longer works.
        </SecretDialog>
      )}
    </>
  );
}

function RevokeButton({ apiKey: { id } }: { apiKey: ApiKey }) {
  const refresh = useRefresh();
  const revocation = queries.useMutation('delete', '/v1/api_keys/{id}');
  return (
    <ConfirmButton
      label="Revoke"
      title="Revoke this API key?"
      confirm="Revoke it"
      act={async () => {
        await revocation.mutateAsync({ params: { path: { id } } });
        toast('The API key is revoked.');
        await refresh('/v1/api_keys');
      }}
    >
      Within a second nobody can use it any more, nor the keys that were made with it. You cannot take this back.
      Payments that it ordered continue.
    </ConfirmButton>
  );
}
