import { stackReport, type AtConnections, type AtRate } from './report';

const SLICE = { requests: 1_600, requestsPerSecond: 400, p50Ms: 30, p99Ms: 90, turnedAway: 0, failures: {} };
const RATE = { perSecond: 6_000, p50Ms: 2, p99Ms: 9 };
const CPU = new Map([
  ['gateway', 900],
  ['Kafka', 600],
]);
const ROW: AtConnections = { connections: 64, payments: SLICE, appends: RATE, roundTrips: RATE, cpu: CPU };
const OPEN: AtRate = {
  requestsPerSecond: 200,
  payments: { ...SLICE, p99Ms: 280 },
  cpu: CPU,
  traced: { hops: [{ step: 'message payment.InitiatePayment', atMs: 0, tookMs: 0 }], appendsPerPayment: 10 },
};
const report = stackReport(
  { date: '2026-01-01 00:00 UTC', machine: '2 × CPU', loadBefore: 0, quick: true, together: [] },
  [ROW, { ...ROW, connections: 256 }],
  OPEN,
);

it('compares payments with what the appends of the same run allow', () => {
  expect(report).toContain('A payment takes 10.0 appends.');
  expect(report).toMatch(
    /^\| +64 \| +400 \| +30\.0 \| +90\.0 \| +1,500 \| +6,000 \| +600 \| +0\.67 \| +6,000 \| +2\.0 \|$/m,
  );
});

it('shows what each process takes, and each step', () => {
  expect(report).toMatch(/^\| gateway +\| +900 \| +900 \| +900 \|$/m);
  expect(report).toMatch(/^\| message payment\.InitiatePayment +\| +0\.0 \| +0\.0 \|$/m);
});

it('says which targets are met', () => {
  expect(report.match(/^\| .* (met|missed) +\|$/gm)?.map((line) => line.replace(/ {2,}/g, ' '))).toEqual([
    '| CPU ms per payment, servers included, 64 connections | ≤ 8 | 1.5 | met |',
    '| payments/s, 256 connections | ≥ 250 | 400 | met |',
    '| p50 ms at 200/s | ≤ 60 | 30 | met |',
    '| p99 ms at 200/s | ≤ 250 | 280 | missed |',
  ]);
});
