import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { Card } from '../../ui/card';
import { ErrorState, Loading, Skeleton } from '../../ui/states';
import { otherwiseOf, ruleOf, sentenceOf } from './rule';

/** How a saved draft differs from what is in force, rule by rule. */
export function DraftChanges({ draft }: { draft: Resource<'RuleDraft'> }) {
  const inForce = queries.useQuery('get', '/v1/rules', {});
  const title = 'What it changes';
  if (inForce.data === undefined) {
    return (
      <Card title={title}>
        {inForce.error ? (
          <ErrorState error={inForce.error} onRetry={() => void inForce.refetch()} />
        ) : (
          <Loading>
            <Skeleton className="h-24" />
          </Loading>
        )}
      </Card>
    );
  }
  const before = sentencesOf(inForce.data.rules);
  const after = sentencesOf(draft.rules);
  const { added, removed, changed, reordered, otherwise_changed: otherwiseChanged } = draft.changes;
  const rows: readonly Row[] = [
    ...removed.map((name) => ({ what: `Removes ${name}`, before: before.get(name) })),
    ...added.map((name) => ({ what: `Adds ${name}`, after: after.get(name) })),
    ...changed.map((name) => ({ what: `Changes ${name}`, before: before.get(name), after: after.get(name) })),
    ...(reordered ? [{ what: 'Changes the order of rules', ...ordersOf(inForce.data.rules, draft.rules) }] : []),
    ...(otherwiseChanged
      ? [
          {
            what: 'Changes the default',
            before: otherwiseOf(inForce.data.otherwise),
            after: otherwiseOf(draft.otherwise),
          },
        ]
      : []),
  ];
  return (
    <Card title={title}>
      {rows.length === 0 && <p className="text-muted">Nothing: it says what is in force.</p>}
      <ul className="space-y-4">
        {rows.map((row) => (
          <li key={row.what}>
            <p className="font-medium break-words">{row.what}</p>
            {row.before !== undefined && <p className="wrap-anywhere text-muted">Before: {row.before}</p>}
            {row.after !== undefined && <p className="wrap-anywhere">After: {row.after}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface Row {
  readonly what: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

type Rules = readonly Resource<'Rule'>[];

function sentencesOf(rules: Rules): ReadonlyMap<string, string> {
  return new Map(rules.map((rule) => [rule.name, sentenceOf(ruleOf(rule))]));
}

function ordersOf(before: Rules, after: Rules): { readonly before: string; readonly after: string } {
  const both = (rules: Rules, others: Rules) =>
    rules
      .map(({ name }) => name)
      .filter((name) => others.some((other) => other.name === name))
      .join(', ');
  return { before: both(before, after), after: both(after, before) };
}
