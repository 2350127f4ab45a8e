import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/states';
import { otherwiseOf, sentenceOf } from './rule';
import type { Rule } from './rule';

/** A document of rules, in sentences. */
export function RuleList({
  rules,
  otherwise,
  actionsOf,
}: {
  rules: readonly Rule[];
  otherwise: string;
  /** The buttons of a rule, by its place. */
  actionsOf?: (place: number) => ReactNode;
}) {
  return (
    <>
      {rules.length === 0 && <EmptyState title="No rules" />}
      <ol className="divide-y divide-line">
        {rules.map((rule, place) => (
          <li
            key={`${place} ${rule.name}`}
            className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0"
          >
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-medium break-words">{rule.name}</p>
              <p className="wrap-anywhere text-muted">{sentenceOf(rule)}</p>
            </div>
            {actionsOf?.(place)}
          </li>
        ))}
      </ol>
      <p className="border-t border-line pt-3">{otherwiseOf(otherwise)}</p>
    </>
  );
}
