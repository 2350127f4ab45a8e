import { Suspense, lazy } from 'react';
import { formatTime } from './format-time';
import { textAt } from './series';
import type { ChartProps } from './series';
import { EmptyState, Loading, Skeleton } from './states';

/** The drawing library is loaded when the first chart is shown. */
const Plot = lazy(() => import('./plot'));

/**
 * A chart over time. Screen readers get the same as a table.
 *
 * Values only place pixels. Amounts of money also come as text, which is what is read.
 */
export function Chart(props: ChartProps) {
  const { label, times, series, format = String } = props;
  return (
    <figure aria-label={label} className="relative">
      <div aria-hidden className="h-72 overflow-hidden md:h-64">
        <Suspense fallback={<Skeleton className="h-full" />}>
          <Plot {...props} />
        </Suspense>
      </div>
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th>Time</th>
              {series.map((each) => (
                <th key={each.label}>{each.label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time, index) => (
              <tr key={time}>
                <th>{formatTime(time)}</th>
                {series.map((each) => (
                  <td key={each.label}>{textAt(each, index, format)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** In the place of a chart with nothing to draw, and as high. */
export function EmptyChart({ title }: { title: string }) {
  return (
    <div className="flex h-72 items-center justify-center md:h-64">
      <EmptyState title={title} />
    </div>
  );
}

/** In the place of a chart that is loaded. */
export function ChartSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-72 md:h-64" />
    </Loading>
  );
}
