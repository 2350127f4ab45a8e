import type { ReactNode } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { Badge, StatusBadge, labelOf } from '../../ui/badge';
import type { Tone } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Detail, Details } from '../../ui/details';
import { Page } from '../../ui/page';
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';
import { SystemNav } from './system-nav';
import { uptimeInWords } from './uptime';

type System = Resource<'System'>;

export function Component() {
  const system = queries.useQuery('get', '/v1/system', {}, { refetchInterval: 10_000 });
  return (
    <Page title="System" description="The state of the service itself: its parts, its chains and what waits in it.">
      <SystemNav />
      {system.data !== undefined ? (
        <SystemView system={system.data} />
      ) : system.error ? (
        <Card>
          <ErrorState error={system.error} onRetry={() => void system.refetch()} />
        </Card>
      ) : (
        <Loading>
          <Skeleton className="h-160 rounded-xl" />
        </Loading>
      )}
    </Page>
  );
}

function SystemView({ system }: { system: System }) {
  const { as_of, version, alarms, services, chains } = system;
  return (
    <div className="space-y-6">
      <Notice tone={alarms.length === 0 ? 'positive' : 'warning'}>
        <p className="font-medium">
          {alarms.length === 0
            ? 'Everything works. No alarm is raised.'
            : `${alarms.length} ${alarms.length === 1 ? 'alarm is' : 'alarms are'} raised.`}
        </p>
        <p className="text-xs">
          Version {version}, as of <Time at={as_of} />
        </p>
      </Notice>
      {alarms.length > 0 && (
        <Card title="Alarms">
          <ul className="space-y-4">
            {alarms.map((alarm) => (
              <li
                key={`${alarm.name} ${alarm.service} ${alarm.object}`}
                className="flex flex-wrap items-start gap-x-3 gap-y-1"
              >
                <Badge tone={alarm.severity === 'critical' ? 'critical' : 'warning'}>{labelOf(alarm.severity)}</Badge>
                <span className="min-w-0 flex-1">
                  <span className="font-medium">{labelOf(alarm.name)}</span>
                  <span className="block text-muted">{alarm.message}</span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {chains.length > 0 && (
        <div className="grid gap-6 lg:grid-cols-2">
          {chains.map((chain) => (
            <Chain key={chain.chain} chain={chain} />
          ))}
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {services.map((service) => (
          <Service key={service.name} service={service} />
        ))}
      </div>
      <p className="max-w-3xl text-xs text-muted">
        A read model takes only the events that concern it, and notes now and then that it has passed others: up to some
        thousand newer events in the store are normal. A number that keeps growing is not.
      </p>
    </div>
  );
}

const ENDPOINT_TONES: Readonly<Record<string, Tone>> = { agreeing: 'positive', faulty: 'critical' };

function Chain({ chain: { chain, needed, agreeing, endpoints } }: { chain: System['chains'][number] }) {
  return (
    <Card
      title={labelOf(chain)}
      action={
        <Badge
          tone={agreeing >= needed ? 'positive' : 'critical'}
        >{`${agreeing} of ${endpoints.length} agree, ${needed} needed`}</Badge>
      }
    >
      <ul className="space-y-3">
        {endpoints.map(({ name, status, height, behind, last_fault, last_fault_at }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0">
              <span className="break-all">{name}</span>
              {last_fault !== null && (
                <span className="block text-xs text-muted">
                  Last fault: {last_fault}
                  {last_fault_at !== null && (
                    <>
                      , <Time at={last_fault_at} />
                    </>
                  )}
                </span>
              )}
            </span>
            <span className="flex items-center gap-3 tabular-nums">
              {height !== null && (
                <span className="text-muted">
                  {height}
                  {behind !== null && behind > 0 && ` (${behind} behind)`}
                </span>
              )}
              <Badge tone={ENDPOINT_TONES[status] ?? 'neutral'}>{labelOf(status)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Service({ service }: { service: System['services'][number] }) {
  const { name, status, version, uptime_seconds, checks, read_models, outbox, jobs } = service;
  return (
    <Card title={labelOf(name)} action={<StatusBadge status={status} />}>
      <Details>
        <Detail label="Version">{version}</Detail>
        <Detail label="Running for">{uptime_seconds !== null && uptimeInWords(uptime_seconds)}</Detail>
        <Detail label="Needs">
          {checks.length > 0 && (
            <span className="flex flex-wrap gap-1.5">
              {checks.map((check) => (
                <Badge key={check.name} tone={check.status === 'up' ? 'positive' : 'critical'}>
                  {`${labelOf(check.name)} ${check.status}`}
                </Badge>
              ))}
            </span>
          )}
        </Detail>
        <Detail label="Read models">
          {lines(read_models, (model) => (
            <>
              {model.name} <Behind events={model.behind} />
            </>
          ))}
        </Detail>
        <Detail label="Published">{outbox !== null && <Behind events={outbox.behind} />}</Detail>
        <Detail label="Jobs">
          {lines(jobs, ({ kind, waiting, oldest_due_at }) => (
            <>
              {labelOf(kind)}: {waiting === 0 ? <span className="text-muted">none waits</span> : `${waiting} wait`}
              {oldest_due_at !== null && (
                <span className="text-muted">
                  {' '}
                  since <Time at={oldest_due_at} />
                </span>
              )}
            </>
          ))}
        </Detail>
      </Details>
    </Card>
  );
}

function Behind({ events }: { events: number }) {
  return (
    <span className="text-muted tabular-nums">
      {events === 0 ? 'at the newest event' : `${events} newer ${events === 1 ? 'event' : 'events'} in the store`}
    </span>
  );
}

function lines<Item extends { readonly name: string } | { readonly kind: string }>(
  items: readonly Item[],
  line: (item: Item) => ReactNode,
): ReactNode {
  if (items.length === 0) return null;
  return (
    <ul>
      {items.map((item) => (
        <li key={'name' in item ? item.name : item.kind}>{line(item)}</li>
      ))}
    </ul>
  );
}
