import type { FaultRun } from './fault-run';
import { faultReport } from './report';

const RUN: FaultRun = {
  name: 'kill-redis',
  title: 'Redis is killed',
  payments: 1_234,
  paymentsPerSecond: 199.8,
  sentAgain: 5,
  flowsAfterMs: 1_500,
  lastedMs: 5_020,
  lost: 0,
  doubled: 0,
  failure: null,
};
const AT = { date: '2026-01-01 00:00 UTC', machine: '2 × CPU, linux', seed: 7 };

it('shows each fault with what was lost and when payments flowed again', () => {
  expect(faultReport(AT, [RUN, { ...RUN, title: 'Kafka is killed', lost: 1, failure: 'check failed' }])).toBe(
    `Run 2026-01-01 00:00 UTC on 2 × CPU, linux, seed 7, 200 payments per second.

| what happens    | payments | sent again | lost | doubled | lasted s | flow again s | invariants |
| --------------- | -------: | ---------: | ---: | ------: | -------: | -----------: | ---------- |
| Redis is killed |    1,234 |          5 |    0 |       0 |      5.0 |          1.5 | hold       |
| Kafka is killed |    1,234 |          5 |    1 |       0 |      5.0 |          1.5 | FAILED     |
`,
  );
});
