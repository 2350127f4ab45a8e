import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useSession } from '../../api/use-session';
import { Amount } from '../../ui/amount';
import { Badge, labelOf } from '../../ui/badge';
import type { Tone } from '../../ui/badge';
import { Card } from '../../ui/card';
import { ErrorState, Loading, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';

type Row = Resource<'ReconciledBalance'>;

const STATUSES: Readonly<Record<string, { readonly tone: Tone; readonly text: string }>> = {
  matched: { tone: 'positive', text: 'Matches' },
  differs: { tone: 'critical', text: 'Differs' },
  unknown: { tone: 'warning', text: 'Not known' },
  simulated: { tone: 'neutral', text: 'Simulated' },
};

/** Whether the chains hold what the books say. */
export function Reconciliation() {
  const answer = queries.useQuery('get', '/v1/treasury/reconciliation', {}, { refetchInterval: 30_000 });
  const rows = answer.data?.data;
  const { livemode } = useSession();
  const isSimulated = rows?.every(({ status }) => status === 'simulated') === true;
  return (
    <Card
      title="Books and chains"
      flush={rows !== undefined && !isSimulated}
      action={
        answer.data !== undefined &&
        !isSimulated && (
          <span className="text-xs text-muted">
            as of <Time at={answer.data.as_of} />
          </span>
        )
      }
    >
      {answer.error !== null && rows === undefined && (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && (
        <Loading>
          {/* As high as what comes: a sentence in the sandbox, and a table in live mode. */}
          <Skeleton className={livemode ? 'h-[16.5rem]' : 'h-10 max-w-xl'} />
        </Loading>
      )}
      {isSimulated && (
        <p className="text-muted">
          Sandbox money exists in the books only, so there is no chain to compare it with. In live mode this shows
          whether each chain holds what the books say.
        </p>
      )}
      {rows !== undefined && !isSimulated && <Rows rows={rows} />}
    </Card>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Comparison of books and chains">
      <table className="w-full min-w-[46rem]">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            <th className="h-10 px-5 text-left font-medium">Chain</th>
            <th className="px-5 text-right font-medium">Books</th>
            <th className="px-5 text-right font-medium">On the way</th>
            <th className="px-5 text-right font-medium">On the chain</th>
            <th className="px-5 text-right font-medium">Difference</th>
            <th className="px-5 text-left font-medium">Result</th>
            <th className="px-5 text-left font-medium">Chain read</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.chain} ${row.currency}`} className="h-11 border-b border-line last:border-0">
              <th scope="row" className="px-5 text-left font-normal">
                {labelOf(row.chain)} <span className="text-muted">{row.currency}</span>
              </th>
              <td className="px-5 text-right">
                <Amount value={row.booked} />
              </td>
              <td className="px-5 text-right text-muted">
                <Amount value={row.in_flight} />
              </td>
              <td className="px-5 text-right">{row.onchain === null ? '–' : <Amount value={row.onchain} />}</td>
              <td className="px-5 text-right font-medium">
                {row.difference === null ? '–' : <Amount value={row.difference} />}
              </td>
              <td className="px-5">
                <Badge tone={STATUSES[row.status]?.tone ?? 'neutral'}>
                  {STATUSES[row.status]?.text ?? labelOf(row.status)}
                </Badge>
              </td>
              <td className="px-5 text-muted">{row.read_at === null ? '–' : <Time at={row.read_at} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ status }) => status === 'differs') && (
        <p className="border-t border-line px-5 py-4 text-critical">
          A chain holds more (or, negative, less) than the books and the payments on the way can explain. The books are
          never adjusted automatically: find the transfer, then look at the ledger.
        </p>
      )}
    </div>
  );
}
