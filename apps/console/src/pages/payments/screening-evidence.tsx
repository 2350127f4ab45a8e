import type { Resource } from '../../api/client';
import { StatusBadge, labelOf } from '../../ui/badge';
import { Time } from '../../ui/time';

/** What each check of a screening found, and what the finding rests on. */
export function ScreeningEvidence({ result }: { result: Resource<'ComplianceResult'> }) {
  const { checks, decided_by, decided_at, decision_note } = result;
  return (
    <>
      <ul aria-label="Checks" className="mt-2 divide-y divide-line rounded-lg border border-line">
        {checks.map((check) => (
          <Check key={`${check.name} ${check.provider} ${check.evidence}`} check={check} />
        ))}
      </ul>
      {decided_at !== null && (
        <p className="mt-1.5 text-muted">
          Decided by <span className="font-mono text-[0.8125rem]">{decided_by}</span>, <Time at={decided_at} />
          {decision_note !== null && <>: {decision_note}</>}
        </p>
      )}
    </>
  );
}

function Check({ check: { name, outcome, provider, evidence, details } }: { check: Resource<'CheckResult'> }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <span className="font-medium">{name === 'kyc' || name === 'aml' ? name.toUpperCase() : labelOf(name)}</span>
      <StatusBadge status={outcome} />
      <span className="min-w-0 grow break-words text-muted">{evidence}</span>
      <span className="text-xs text-muted">
        {provider}
        {details !== null && details.version !== null && `, ${details.version}`}
      </span>
    </li>
  );
}
