import { useState } from 'react';
import { useParams } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { SelectField } from '../../ui/field';
import { ObjectPage } from '../../ui/object-page';
import { Page } from '../../ui/page';
import { ErrorMessage, Notice } from '../../ui/states';
import { toast } from '../../ui/toast';
import { DraftChanges } from './draft-changes';
import { DraftDecision } from './draft-decision';
import { ruleOf } from './rule';
import type { Rule } from './rule';
import { RuleDialog } from './rule-dialog';
import { RuleList } from './rule-list';

type Draft = Resource<'RuleDraft'>;

const BACK = { to: '/rules', label: 'Rules' };
/** How often another person's change or agreement is looked for. */
const REFRESH_MS = 15_000;

/** What a person has changed and not saved yet. */
interface Edited {
  readonly rules: readonly Rule[];
  readonly otherwise: string;
  /** Of the draft that was changed. */
  readonly revision: number;
}

export function Component() {
  const { id = '' } = useParams();
  const path = { path: { id } };
  const query = queries.useQuery('get', '/v1/rules/drafts/{id}', { params: path }, { refetchInterval: REFRESH_MS });
  return (
    <ObjectPage title="Draft of rules" back={BACK} query={query}>
      {(draft) => <DraftPage draft={draft} />}
    </ObjectPage>
  );
}

function DraftPage({ draft }: { draft: Draft }) {
  const [edited, setEdited] = useState<Edited>();
  return (
    <Page title="Draft of rules" back={BACK} description="Payments are decided by it once it is published.">
      <div className="space-y-6">
        {draft.warnings.map(({ message }) => (
          <Notice key={message} tone="warning">
            {message}
          </Notice>
        ))}
        <Editor draft={draft} edited={edited} onEdit={setEdited} />
        <DraftChanges draft={draft} />
        <DraftDecision draft={draft} isEdited={edited !== undefined} />
      </div>
    </Page>
  );
}

interface EditorProps {
  readonly draft: Draft;
  readonly edited: Edited | undefined;
  readonly onEdit: (edited: Edited | undefined) => void;
}

function Editor({ draft, edited, onEdit }: EditorProps) {
  const can = useCan();
  const refresh = useRefresh();
  const update = queries.useMutation('put', '/v1/rules/drafts/{id}');
  const [place, setPlace] = useState<number>();
  const { rules, otherwise, revision } = edited ?? { ...draft, rules: draft.rules.map(ruleOf) };
  const mayChange = can('policies:write');
  const change = (next: Partial<Edited>) => onEdit({ rules, otherwise, revision, ...next });
  const save = async () => {
    const body: Resource<'UpdateRuleDraft'> = { otherwise: otherwise === 'deny' ? 'deny' : 'allow', rules: [...rules] };
    const saved = await update.mutateAsync({ params: { path: { id: draft.id } }, body }).catch(() => undefined);
    if (saved === undefined) return;
    await refresh('/v1/rules');
    onEdit(undefined);
    toast('The draft is saved.');
  };
  return (
    <Card title="The draft" action={mayChange && <Button onClick={() => setPlace(rules.length)}>Add a rule</Button>}>
      <div className="space-y-4">
        {revision !== draft.revision && (
          <Notice tone="warning">
            Somebody has changed the draft since you began: it is at revision {draft.revision} now. If you save, your
            rules replace theirs.
          </Notice>
        )}
        <RuleList
          rules={rules}
          otherwise={otherwise}
          {...(mayChange && {
            actionsOf: (at: number) => (
              <RuleActions
                rules={rules}
                at={at}
                onEdit={() => setPlace(at)}
                onChange={(next) => change({ rules: next })}
              />
            ),
          })}
        />
        {mayChange && <OtherwiseField value={otherwise} onChange={(next) => change({ otherwise: next })} />}
        {update.error !== null && <ErrorMessage error={update.error} />}
        {edited !== undefined && (
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" busy={update.isPending} onClick={() => void save()}>
              Save draft
            </Button>
            <Button onClick={() => onEdit(undefined)}>Undo changes</Button>
          </div>
        )}
      </div>
      {place !== undefined && (
        <RuleDialog
          rule={rules[place]}
          onClose={() => setPlace(undefined)}
          onSave={(rule) => {
            change({ rules: place < rules.length ? rules.with(place, rule) : [...rules, rule] });
            setPlace(undefined);
          }}
        />
      )}
    </Card>
  );
}

function OtherwiseField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <SelectField className="max-w-56" label="A payment that no rule allows or denies" value={value} onChange={onChange}>
      <option value="allow">is allowed</option>
      <option value="deny">is denied</option>
    </SelectField>
  );
}

function RuleActions({
  rules,
  at,
  onEdit,
  onChange,
}: {
  rules: readonly Rule[];
  at: number;
  onEdit: () => void;
  onChange: (rules: readonly Rule[]) => void;
}) {
  const name = rules[at]?.name ?? '';
  const up = () => onChange(rules.toSpliced(at - 1, 2, ...rules.slice(at - 1, at + 1).toReversed()));
  return (
    <div className="flex flex-wrap gap-1">
      <Button kind="quiet" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button kind="quiet" aria-label={`Move ${name} up`} disabled={at === 0} onClick={up}>
        Up
      </Button>
      <Button kind="quiet" aria-label={`Remove ${name}`} onClick={() => onChange(rules.toSpliced(at, 1))}>
        Remove
      </Button>
    </div>
  );
}
