import { useNavigate } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan, useSession } from '../../api/use-session';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Copyable } from '../../ui/copyable';
import { Detail, Details } from '../../ui/details';
import { ConfirmButton } from '../../ui/dialog';
import { ErrorMessage } from '../../ui/states';
import { toast } from '../../ui/toast';
import { whatIsMissing } from './what-is-missing';

/** Who has agreed to a draft, and what may be done with it. */
export function DraftDecision({ draft, isEdited }: { draft: Resource<'RuleDraft'>; isEdited: boolean }) {
  const can = useCan();
  const { actor } = useSession();
  const { revision, drafted_by: author, agreed_by: agreed, livemode } = draft;
  const isOwn = livemode && author === actor.id;
  return (
    <Card title="Agreement and publication">
      <div className="space-y-4">
        <Details>
          <Detail label="Revision">{revision}</Detail>
          <Detail label="Changed last by">
            {author !== null && <Copyable value={author} label="who changed it last" />}
          </Detail>
          <Detail label={`Agreed to revision ${revision}`}>
            {agreed === null ? 'Nobody' : <Copyable value={agreed} label="who agreed" />}
          </Detail>
        </Details>
        {!can('policies:write') ? (
          <p className="text-muted">An administrator can agree to it, publish it and discard it.</p>
        ) : isEdited ? (
          <p className="text-muted">Save your changes, or undo them: what is saved can be agreed to and published.</p>
        ) : (
          <>
            <p className="text-muted">{whatIsMissing(draft, actor.id)}</p>
            <DecisionButtons draft={draft} mayAgree={!isOwn} />
          </>
        )}
      </div>
    </Card>
  );
}

function DecisionButtons({ draft: { id, revision }, mayAgree }: { draft: Resource<'RuleDraft'>; mayAgree: boolean }) {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const path = { id };
  const agreement = queries.useMutation('post', '/v1/rules/drafts/{id}/agree');
  const publication = queries.useMutation('post', '/v1/rules/drafts/{id}/publish');
  const discarding = queries.useMutation('delete', '/v1/rules/drafts/{id}');
  const agree = async () => {
    const body = { revision };
    const header = idempotency.headerFor(body);
    // The page shows why it was refused.
    const agreed = await agreement.mutateAsync({ params: { path, header }, body }).catch(() => undefined);
    if (agreed !== undefined) toast(`You have agreed to revision ${revision}.`);
    await refresh('/v1/rules');
  };
  const leave = async (text: string) => {
    await navigate('/rules');
    toast(text);
    await refresh('/v1/rules');
  };
  const publish = async () => {
    const header = idempotency.headerFor({ publish: revision });
    await publication.mutateAsync({ params: { path, header }, body: {} });
    await leave('The rules are published.');
  };
  const discard = async () => {
    await discarding.mutateAsync({ params: { path } });
    await leave('The draft is discarded.');
  };
  return (
    <>
      {agreement.error !== null && <ErrorMessage error={agreement.error} />}
      <div className="flex flex-wrap gap-2">
        <Button busy={agreement.isPending} disabled={!mayAgree} onClick={() => void agree()}>
          Agree to revision {revision}
        </Button>
        <ConfirmButton
          label="Publish"
          title="Publish these rules?"
          confirm="Publish the rules"
          kind="primary"
          danger={false}
          act={publish}
        >
          They replace what is in force, and versions that are scheduled for later. Payments that wait keep the rules of
          their time.
        </ConfirmButton>
        <ConfirmButton label="Discard" title="Discard this draft?" confirm="Discard the draft" act={discard}>
          It cannot be published any more. The audit log keeps what it said.
        </ConfirmButton>
      </div>
    </>
  );
}
