import { type Chapter, insertReport, jsonReport, markdownReport } from './report';
import { atLeast, atMost } from './section';
import { table } from './table';

const CIRCUMSTANCES = {
  date: '2026-01-31 12:00 UTC',
  machine: 'a machine',
  loadBefore: 0.26,
  node: '20.19.0',
  mode: 'full',
} as const;

const POST: Chapter = {
  name: 'post',
  title: 'Payments',
  section: {
    columns: [
      { key: 'load', title: 'load', format: 'text' },
      { key: 'requestsPerSecond', title: 'req/s', format: 'whole' },
      { key: 'p50Ms', title: 'p50 ms', format: 'tenths' },
    ],
    rows: [{ load: 'one account', requestsPerSecond: 12_345.6, p50Ms: 4.05 }],
    verdicts: [atLeast('payments × floor', 0.349, 0.35), atMost('p99 ms', 15, 15)],
  },
  failure: undefined,
};
const BROKEN: Chapter = { name: 'reads', title: 'Reads', section: undefined, failure: 'the service ended' };

describe('a table', () => {
  it('shows numbers to their decimals, and a dash for what was not measured', () => {
    const columns = [
      { key: 'what', title: 'what', format: 'text' },
      { key: 'count', title: 'n', format: 'whole' },
      { key: 'ratio', title: 'ratio', format: 'hundredths' },
    ] as const;
    const rows = [
      { what: 'a', count: 1_234_567.8, ratio: 0.5 },
      { what: 'longer', count: null, ratio: Number.NaN },
    ];
    expect(table(columns, rows).split('\n')).toEqual([
      '| what   |         n | ratio |',
      '| ------ | --------: | ----: |',
      '| a      | 1,234,568 |  0.50 |',
      '| longer |         – |     – |',
    ]);
  });
});

describe('a target', () => {
  it('is met at its limit, and missed on the wrong side of it', () => {
    expect([atLeast('a', 1, 1).met, atLeast('a', 0.99, 1).met]).toEqual([true, false]);
    expect([atMost('a', 1, 1).met, atMost('a', 1.01, 1).met]).toEqual([true, false]);
  });

  it('is missed by what could not be measured', () => {
    expect([atLeast('a', Number.NaN, 1).met, atMost('a', Number.NaN, 1).met]).toEqual([false, false]);
  });
});

describe('the report for people', () => {
  const report = markdownReport(CIRCUMSTANCES, [POST, BROKEN]);

  it('says where and when, and how each table can be had again', () => {
    expect(report).toContain(
      'Measured 2026-01-31 12:00 UTC on a machine, Node 20.19.0, in full. Load average before: 0.3.',
    );
    expect(report).toContain('`npm run bench -- --only post`');
    expect(report).toContain('| one account | 12,346 |    4.1 |');
  });

  it('says of every target whether it was met', () => {
    expect(report).toMatch(/\| payments × floor \| ≥ 0\.35 +\| +0\.349 \| missed \|/);
    expect(report).toMatch(/\| p99 ms +\| ≤ 15 +\| +15 \| met +\|/);
  });

  it('shows why a measurement has failed, beside those that have not', () => {
    expect(report).toContain('Failed: the service ended');
  });

  it('warns of numbers that were taken in a hurry', () => {
    expect(markdownReport({ ...CIRCUMSTANCES, mode: 'quick' }, [POST])).toContain('no numbers to quote');
  });
});

it('the report for programs has the numbers as they were measured', () => {
  const report = JSON.parse(jsonReport(CIRCUMSTANCES, [POST, BROKEN])) as { measurements: readonly object[] };
  expect(report).toMatchObject(CIRCUMSTANCES);
  expect(report.measurements).toEqual([
    {
      name: 'post',
      title: 'Payments',
      rows: [{ load: 'one account', requestsPerSecond: 12_345.6, p50Ms: 4.05 }],
      targets: [
        { what: 'payments × floor', value: 0.349, target: '≥ 0.35', met: false },
        { what: 'p99 ms', value: 15, target: '≤ 15', met: true },
      ],
      failure: null,
    },
    { name: 'reads', title: 'Reads', rows: [], targets: [], failure: 'the service ended' },
  ]);
});

describe('a report in a document', () => {
  it('takes the place of the one before, and of nothing else', () => {
    const document = 'above\n\n<!-- bench -->\n\nold\n\n<!-- /bench -->\n\nbelow\n';
    const updated = 'above\n\n<!-- bench -->\n\nnew\n\n<!-- /bench -->\n\nbelow\n';
    expect(insertReport(document, 'new\n', 'bench')).toBe(updated);
    expect(insertReport(updated, 'new\n', 'bench')).toBe(updated);
  });

  it('is refused by a document that has no place for it', () => {
    expect(() => insertReport('above\n', 'new\n', 'bench')).toThrow('<!-- bench -->');
  });
});
