import { ChevronRight, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { ErrorMessage } from '../../ui/states';
import type { Need } from './need';

/** What waits for a person, the most urgent first. */
export function Attention({ needs, error }: { needs: readonly Need[]; error: unknown }) {
  return (
    <Card title="Needs attention" flush>
      {error !== null && (
        <div className="p-5">
          <ErrorMessage error={error} />
        </div>
      )}
      {error === null && needs.length === 0 && (
        <p className="flex items-center gap-2 p-5 text-muted">
          <CircleCheck aria-hidden className="size-4 text-positive" /> Nothing waits for a person.
        </p>
      )}
      <ul className="divide-y divide-line">
        {needs.map((need) => (
          <NeedRow key={need.title} need={need} />
        ))}
      </ul>
    </Card>
  );
}

function NeedRow({ need: { tone, kind, title, text, to } }: { need: Need }) {
  return (
    <li className="relative flex items-center gap-4 px-5 py-3 hover:bg-sunken/60">
      <span className="w-24 shrink-0">
        <Badge tone={tone}>{kind}</Badge>
      </span>
      <span className="min-w-0 flex-1">
        <Link to={to} className="rounded font-medium after:absolute after:inset-0">
          {title}
        </Link>
        {text !== undefined && <span className="block truncate text-muted">{text}</span>}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </li>
  );
}
