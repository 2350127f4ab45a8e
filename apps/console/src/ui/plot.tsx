import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { textAt } from './series';
import type { ChartProps, Series } from './series';

const HEIGHT = 224;

/** Draws with uPlot; anew when the data or the theme changes. */
export default function Plot({ times, series, kind, per, format = String }: ChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const theme = useThemeChanges();
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const plot = new UPlot(optionsOf(element, { series, kind, per, format }), dataOf(times, series, kind), element);
    const resizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resizes.observe(element);
    return () => {
      resizes.disconnect();
      plot.destroy();
    };
  }, [times, series, kind, per, format, theme]);
  return <div ref={container} className="text-xs" />;
}

function dataOf(times: readonly string[], series: readonly Series[], kind: ChartProps['kind']): UPlot.AlignedData {
  const seconds = times.map((time) => Date.parse(time) / 1_000);
  if (kind === 'lines') return [seconds, ...series.map(({ values }) => [...values])];
  // Each series stands on those after it, and is drawn before them.
  const sums = series.map((_, first) =>
    seconds.map((__, index) => series.slice(first).reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
  );
  return [seconds, ...sums];
}

function optionsOf(
  element: HTMLElement,
  { series, kind, per, format }: Required<Pick<ChartProps, 'series' | 'kind' | 'per' | 'format'>>,
): UPlot.Options {
  const colorOf = (name: string) => resolveColor(element, name);
  const axis: UPlot.Axis = {
    stroke: colorOf('muted'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colorOf('line'), width: 1 },
    ticks: { show: false },
  };
  const bars = UPlot.paths.bars?.({ size: [0.7, 28] });
  return {
    width: element.clientWidth,
    height: HEIGHT,
    cursor: { drag: { x: false, y: false }, points: { show: kind === 'lines' } },
    scales: {
      ...(kind === 'bars' && { x: { range: withWholeBars } }),
      y: { range: (_, __, max) => [0, Math.max(max, 1) * 1.1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 64,
        values: (_, splits, __, ___, step) => splits.map((at) => timeLabel(at, step)),
      },
      {
        ...axis,
        size: 64,
        incrs: [1, 2, 5]
          .flatMap((step) => [0, 1, 2, 3, 4, 5, 6, 7].map((power) => step * 10 ** power))
          .sort((a, b) => a - b),
        values: (_, splits) => splits.map(format),
      },
    ],
    series: [
      { label: 'Time', value: (_, atS: number | null) => (atS === null ? `Per ${per}` : TIME.format(atS * 1_000)) },
      ...series.map((each): UPlot.Series => ({
        label: each.label,
        stroke: colorOf(each.color),
        width: kind === 'bars' ? 0 : 2,
        points: { show: kind === 'lines' && each.values.filter((value) => value !== null).length < 3 },
        value: (_, __, ___, index) => (index === null ? '' : textAt(each, index, format)),
        ...(kind === 'bars' && { fill: colorOf(each.color), ...(bars !== undefined && { paths: bars }) }),
      })),
    ],
  };
}

const DAY_S = 86_400;
const HOUR = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const TIME = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

/** The first and the last bar stand half outside of the times that they are drawn at. */
function withWholeBars({ data: [times] }: UPlot, min: number, max: number): [number, number] {
  const half = times.length < 2 ? 1_800 : ((times[1] ?? 0) - (times[0] ?? 0)) / 2;
  return [min - half, max + half];
}

/** The hour, and at midnight the day. */
function timeLabel(atS: number, stepS: number): string {
  const at = new Date(atS * 1_000);
  return stepS >= DAY_S || (at.getHours() === 0 && at.getMinutes() === 0) ? DAY.format(at) : HOUR.format(at);
}

/** A canvas takes colours as values, not as the names of the theme. */
function resolveColor(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--color-${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function useThemeChanges(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const bump = () => setCount((current) => current + 1);
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(bump);
    system.addEventListener('change', bump);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', bump);
      chosen.disconnect();
    };
  }, []);
  return count;
}
