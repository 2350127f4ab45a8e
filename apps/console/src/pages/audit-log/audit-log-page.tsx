import { useState } from 'react';
import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import { labelOf } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Copyable, Mono, shorten } from '../../ui/copyable';
import { CsvButton } from '../../ui/csv-button';
import { Detail, Details } from '../../ui/details';
import { Dialog, DialogActions } from '../../ui/dialog';
import { FilterBar, FilterChoice, FilterDays, FilterText, daysQuery, useFilters } from '../../ui/filters';
import type { Filters } from '../../ui/filters';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { ACTIONS } from './actions';
import { changesOf } from './changes';

type Entry = Resource<'AuditLogEntry'>;

export function Component() {
  const filters = useFilters();
  const query = queryOf(filters);
  const list = useList('/v1/audit_log', { query });
  const [shown, setShown] = useState<Entry>();
  return (
    <Page
      title="Audit log"
      description="Who did what, with which key and from where, refused requests included. Nothing in it can be changed."
      actions={<CsvButton path="/v1/audit_log" query={query} fileName="audit-log.csv" />}
    >
      <FilterBar label="Entries" filters={filters}>
        <FilterText
          filters={filters}
          name="q"
          label="Actor or object"
          placeholder="usr_…, key_…, pay_… or another id"
        />
        <FilterChoice filters={filters} name="action" label="Action" values={ACTIONS} all="All actions" />
        <FilterDays filters={filters} />
      </FilterBar>
      <Card flush>
        <Table
          label="Audit log"
          columns={columns(setShown)}
          list={list}
          rowKey={({ id }) => id}
          empty={
            filters.isFiltered ? (
              <EmptyState title="No entry matches">Change or clear the filters to see more.</EmptyState>
            ) : (
              <EmptyState title="Nothing has happened yet">Every change from now on is listed here.</EmptyState>
            )
          }
        />
      </Card>
      {shown !== undefined && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

function queryOf(filters: Filters): Record<string, string> {
  const [text, action] = [filters.get('q'), filters.get('action')];
  return {
    ...(text !== '' && { [/^(usr|key)_/.test(text) ? 'actor' : 'object']: text }),
    ...(action !== '' && { action }),
    ...daysQuery(filters),
  };
}

function columns(show: (entry: Entry) => void): readonly Column<Entry>[] {
  return [
    {
      header: 'Action',
      width: 'minmax(12rem, 1.2fr)',
      phone: 'left',
      cell: (entry) => (
        <button type="button" className="rounded font-medium after:absolute after:inset-0" onClick={() => show(entry)}>
          {labelOf(entry.action)}
        </button>
      ),
    },
    {
      header: 'By',
      width: 'minmax(11rem, 1fr)',
      phone: 'left',
      cell: ({ actor }) => actor.name ?? <Mono>{shorten(actor.id)}</Mono>,
    },
    { header: 'Object', width: '10rem', cell: ({ object }) => <Mono>{shorten(object.id)}</Mono> },
    { header: 'From', width: '9rem', cell: ({ actor }) => actor.ip ?? '–' },
    { header: 'Time', width: '10.5rem', phone: 'right', cell: ({ at }) => <Time at={at} className="text-muted" /> },
  ];
}

function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { action, actor, object, at, request_id, before, after } = entry;
  const changes = changesOf(before, after);
  return (
    <Dialog open onClose={onClose} wide title={labelOf(action)}>
      <Details>
        <Detail label="Time">
          <Time at={at} />
        </Detail>
        <Detail label="By">
          {actor.name !== null && <span className="mr-2">{actor.name}</span>}
          <Copyable value={actor.id} label="who did it" />
        </Detail>
        <Detail label="From">{actor.ip}</Detail>
        <Detail label="Object">
          <Copyable value={object.id} label="the object" />
        </Detail>
        <Detail label="Request">
          {request_id !== null && <Copyable value={request_id} label="the id of the request" />}
        </Detail>
      </Details>
      {changes.length > 0 && (
        <table className="mt-5 w-full table-fixed text-left">
          <caption className="mb-2 text-left font-semibold">Changes</caption>
          <thead className="border-b border-line text-xs text-muted">
            <tr>
              <th scope="col" className="w-1/4 py-2 pr-3 font-medium">
                Field
              </th>
              <th scope="col" className="py-2 pr-3 font-medium">
                Before
              </th>
              <th scope="col" className="py-2 font-medium">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.field} className="border-b border-line align-top last:border-0">
                <th scope="row" className="py-2 pr-3 font-normal break-words text-muted">
                  {labelOf(change.field)}
                </th>
                <td className="py-2 pr-3 break-words">{change.before ?? <span className="text-muted">–</span>}</td>
                <td className="py-2 break-words">{change.after ?? <span className="text-muted">–</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
