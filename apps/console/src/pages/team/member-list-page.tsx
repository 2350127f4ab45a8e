import { useState } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { errorBeside, fieldError } from '../../api/errors';
import { useList, useRefresh } from '../../api/list';
import { useCan, useSession } from '../../api/use-session';
import { Badge, StatusBadge, labelOf } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { Checkbox, SelectField } from '../../ui/field';
import { Page } from '../../ui/page';
import { EmptyState, Notice } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { ROLES, ROLE_NAMES } from './roles';
import type { Role } from './roles';
import { SignOutEverywhereButton } from './sign-out-everywhere';
import { TeamNav } from './team-nav';

type Member = Resource<'Member'>;

export function Component() {
  const { actor } = useSession();
  const can = useCan();
  const list = useList('/v1/members');
  const [edited, setEdited] = useState<Member>();
  const mayEdit = can('members:write');
  return (
    <Page
      title="Team"
      description="Who has signed in with your identity provider, and what each may do."
      actions={<SignOutEverywhereButton />}
    >
      <TeamNav />
      <Card flush>
        <Table
          label="Members"
          columns={columns((member) => (mayEdit && member.id !== actor.id ? setEdited : undefined))}
          list={list}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="Nobody has signed in yet">
              People appear here when they first sign in with your identity provider. An administrator then gives them a
              role.
            </EmptyState>
          }
        />
      </Card>
      {edited !== undefined && <MemberDialog member={edited} onDone={() => setEdited(undefined)} />}
    </Page>
  );
}

function columns(editOf: (member: Member) => ((member: Member) => void) | undefined): readonly Column<Member>[] {
  return [
    {
      header: 'Name',
      width: 'minmax(11rem, 1.2fr)',
      phone: 'left',
      cell: (member) => {
        const edit = editOf(member);
        const name = nameOf(member);
        if (edit === undefined) return <span className="font-medium">{name}</span>;
        return (
          <button
            type="button"
            className="rounded font-medium after:absolute after:inset-0"
            onClick={() => edit(member)}
          >
            {name}
          </button>
        );
      },
    },
    { header: 'Email', width: 'minmax(11rem, 1.2fr)', phone: 'left', cell: ({ email }) => email ?? '' },
    {
      header: 'Role',
      width: '9rem',
      phone: 'right',
      cell: ({ role }) => (role === null ? <Badge tone="warning">No role</Badge> : <Badge>{labelOf(role)}</Badge>),
    },
    { header: 'Status', width: '6.5rem', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: 'Last signed in',
      width: '10.5rem',
      phone: 'right',
      cell: ({ last_signed_in_at }) =>
        last_signed_in_at === null ? (
          <span className="text-muted">Never</span>
        ) : (
          <Time at={last_signed_in_at} className="text-muted" />
        ),
    },
  ];
}

function nameOf({ name, email, id }: Member): string {
  return name ?? email ?? id;
}

function MemberDialog({ member, onDone }: { member: Member; onDone: () => void }) {
  const refresh = useRefresh();
  const update = queries.useMutation('put', '/v1/members/{id}');
  const [role, setRole] = useState(member.role ?? '');
  const [active, setActive] = useState(member.status === 'active');
  const claimed = member.claimed_role;
  const send = async () => {
    const body = {
      role: (role === '' ? null : role) as Role | null,
      status: active ? ('active' as const) : ('disabled' as const),
    };
    // The form shows why it was refused.
    const saved = await update.mutateAsync({ params: { path: { id: member.id } }, body }).catch(() => undefined);
    if (saved === undefined) return;
    onDone();
    toast(`${nameOf(member)} is saved.`);
    await refresh('/v1/members');
  };
  const error = fieldError(update.error, 'role');
  return (
    <Dialog
      open
      onClose={onDone}
      title={nameOf(member)}
      description="It counts within a second, also where they are signed in."
    >
      <DialogForm
        submit="Save"
        busy={update.isPending}
        error={errorBeside(update.error, ['role'])}
        onSubmit={send}
        onCancel={onDone}
      >
        {claimed !== null && (
          <Notice>Your identity provider gives this person the role {claimed}. Change it there.</Notice>
        )}
        <SelectField
          label="Role"
          error={error}
          {...(role !== '' && { hint: ROLES[role as Role] })}
          disabled={claimed !== null}
          value={role}
          onChange={setRole}
        >
          <option value="">No role: no access</option>
          {ROLE_NAMES.map((name) => (
            <option key={name} value={name}>
              {labelOf(name)}
            </option>
          ))}
        </SelectField>
        <Checkbox
          label="May sign in"
          hint="Without it the person has no access, whatever the role. Revoke the API keys they made too."
          checked={active}
          onChange={({ target }) => setActive(target.checked)}
        />
      </DialogForm>
    </Dialog>
  );
}
