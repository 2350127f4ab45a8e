import type { Resource } from '../../api/client';
import { StatusBadge } from '../../ui/badge';
import { Json } from '../../ui/details';
import { Time } from '../../ui/time';
import { bySeverity, checkName, readable } from './findings';

type Check = Resource<'CheckResult'>;

/** What each source said, and what its word rests on. */
export function Evidence({ checks }: { checks: readonly Check[] }) {
  return (
    <ul aria-label="Checks" className="divide-y divide-line">
      {bySeverity(checks).map((check, index) => (
        <li key={index} className="px-5 py-4">
          <Finding check={check} />
        </li>
      ))}
    </ul>
  );
}

function Finding({ check: { name, outcome, provider, evidence, details } }: { check: Check }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">{checkName(name)}</h3>
        <StatusBadge status={outcome} />
        <span className="ml-auto text-xs text-muted">{provider}</span>
      </div>
      <p className="mt-1.5 break-words">{evidence}</p>
      {details !== null && (
        <>
          <dl className="mt-2.5 grid gap-x-5 gap-y-1 text-xs md:grid-cols-[auto_1fr]">
            {details.matched !== null && <Fact name="Matched entry" value={details.matched} stands />}
            <Fact name="Source" value={details.source} />
            {details.version !== null && <Fact name="Version" value={details.version} />}
            <div className="contents">
              <dt className="text-muted">Read</dt>
              <dd>
                <Time at={details.at} />
              </dd>
            </div>
          </dl>
          {details.data !== null && (
            <details className="mt-2.5">
              <summary className="w-fit rounded text-xs font-medium text-link">What the source answered</summary>
              <div className="mt-2">
                <Json value={readable(details.data)} label={`What the source of ${checkName(name)} answered`} />
              </div>
            </details>
          )}
        </>
      )}
    </>
  );
}

function Fact({ name, value, stands = false }: { name: string; value: string; stands?: boolean }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className={stands ? 'font-medium break-words' : 'break-words'}>{value}</dd>
    </div>
  );
}
