import { Link, useNavigate } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Mono } from '../../ui/copyable';
import { ObjectPage } from '../../ui/object-page';
import { Page } from '../../ui/page';
import { ErrorMessage, Notice } from '../../ui/states';
import { Time } from '../../ui/time';
import { ruleOf } from './rule';
import { RuleList } from './rule-list';

export function Component() {
  const query = queries.useQuery('get', '/v1/rules', {});
  return (
    <ObjectPage title="Rules" query={query}>
      {(rules) => <InForce rules={rules} />}
    </ObjectPage>
  );
}

function InForce({
  rules: { version, in_force_from: since, otherwise, rules, scheduled, drafts },
}: {
  rules: Resource<'Rules'>;
}) {
  const shown = rules.map(ruleOf);
  return (
    <Page
      title="Rules"
      description="Who may be paid, how much, and after which approvals. Of each effect the first rule that matches a payment counts."
    >
      <div className="space-y-6">
        {scheduled.map((next) => (
          <Notice key={next.version}>
            Version {next.version} comes into force at <Time at={next.in_force_from} />.
          </Notice>
        ))}
        <Card
          title={version === 0 ? 'In force' : `In force: version ${version}`}
          action={
            since !== null && (
              <span className="text-muted">
                since <Time at={since} />
              </span>
            )
          }
        >
          <RuleList rules={shown} otherwise={otherwise} />
        </Card>
        <Card title="Drafts">
          <ul className="mb-4 space-y-2">
            {drafts.map((id) => (
              <li key={id}>
                <Link to={`/rules/${id}`} className="rounded text-link hover:underline">
                  <Mono>{id}</Mono>
                </Link>
              </li>
            ))}
          </ul>
          <DraftButton body={{ otherwise: otherwise === 'deny' ? 'deny' : 'allow', rules: shown }} />
        </Card>
      </div>
    </Page>
  );
}

/** Makes a draft of what is in force, and opens it. */
function DraftButton({ body }: { body: Resource<'CreateRuleDraft'> }) {
  const can = useCan();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const creation = queries.useMutation('post', '/v1/rules/drafts');
  if (!can('policies:write')) return <p className="text-muted">An administrator can draft other rules.</p>;
  const create = async () => {
    const header = idempotency.headerFor(body);
    const draft = await creation.mutateAsync({ params: { header }, body }).catch(() => undefined);
    if (draft === undefined) return;
    idempotency.renew();
    await refresh('/v1/rules');
    await navigate(`/rules/${draft.id}`);
  };
  return (
    <div className="space-y-3">
      <p className="text-muted">
        A draft begins with what is in force. Payments are decided by it once it is published.
      </p>
      {creation.error !== null && <ErrorMessage error={creation.error} />}
      <Button kind="primary" busy={creation.isPending} onClick={() => void create()}>
        Draft a change
      </Button>
    </div>
  );
}
