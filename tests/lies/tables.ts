import { LIES } from '@stablecoin/chains/testing';
import type { Column, Row } from '../../bench/src/report/section';
import { table } from '../../bench/src/report/table';
import type { CampaignRun } from '../../apps/payment/src/testing/campaign-run';

const LIARS = ['none', 'one, for ever', 'two, for a while'] as const;
const FAMILIES = ['evm', 'solana'] as const;
type Family = (typeof FAMILIES)[number];
const NAMES: Readonly<Record<Family, string>> = { evm: 'Base and Ethereum', solana: 'Solana' };

const whole = (key: string, title: string): Column => ({ key, title, format: 'whole' });
const RUNS: readonly Column[] = [
  { key: 'chain', title: 'chain', format: 'text' },
  { key: 'liars', title: 'endpoints that lie', format: 'text' },
  whole('runs', 'runs'),
  whole('held', 'hold'),
  whole('payments', 'payments'),
  whole('settled', 'settled'),
  whole('lies', 'lies told'),
  whole('doublePayments', 'double payments'),
  whole('falseSettlements', 'false settlements'),
  whole('falseDeposits', 'false deposits'),
  whole('unsettled', 'unsettled'),
];
const COUNTS: readonly Column[] = FAMILIES.map((family) => whole(family, NAMES[family]));

/** What campaigns with endpoints that lie were, as Markdown: the runs, the lies, and what else went wrong. */
export function tables(runs: readonly CampaignRun[]): string {
  const counted = (title: string, of: (run: CampaignRun) => Readonly<Record<string, number>>): string =>
    table([{ key: 'what', title, format: 'text' }, ...COUNTS], countsOf(runs, of));
  return [
    table(RUNS, runRows(runs)),
    counted('an endpoint', ({ told }) =>
      Object.fromEntries(Object.entries(told).map(([lie, times]) => [LIES[lie as keyof typeof LIES], times])),
    ),
    counted('what else went wrong', ({ misfortunes }) => misfortunes),
    counted('what became of payments and submissions', ({ outcomes }) => outcomes),
    '',
  ].join('\n\n');
}

function runRows(runs: readonly CampaignRun[]): readonly Row[] {
  return FAMILIES.flatMap((family) =>
    LIARS.flatMap((title, liars): readonly Row[] => {
      const some = runs.filter((run) => familyOf(run) === family && run.liars === liars);
      if (some.length === 0) return [];
      const sum = (of: (run: CampaignRun) => number): number => some.reduce((total, run) => total + of(run), 0);
      return [
        {
          ...{ chain: NAMES[family], liars: title, runs: some.length },
          held: some.filter(({ problems }) => problems.length === 0).length,
          payments: sum((run) => run.payments),
          settled: sum((run) => run.settled),
          lies: sum(({ told }) => Object.values(told).reduce((total, times) => total + times, 0)),
          doublePayments: sum((run) => run.doublePayments),
          falseSettlements: sum((run) => run.falseSettlements),
          falseDeposits: sum((run) => run.falseDeposits),
          unsettled: sum((run) => run.unsettled),
        },
      ];
    }),
  );
}

/** How often each was counted on either family; the most frequent first. */
function countsOf(
  runs: readonly CampaignRun[],
  of: (run: CampaignRun) => Readonly<Record<string, number>>,
): readonly Row[] {
  const sums = new Map<string, Record<Family, number>>();
  for (const run of runs) {
    for (const [what, times] of Object.entries(of(run))) {
      const sum = sums.get(what) ?? { evm: 0, solana: 0 };
      sums.set(what, { ...sum, [familyOf(run)]: sum[familyOf(run)] + times });
    }
  }
  const total = ({ evm, solana }: Record<Family, number>): number => evm + solana;
  return [...sums].toSorted(([, one], [, other]) => total(other) - total(one)).map(([what, sum]) => ({ what, ...sum }));
}

function familyOf({ chain }: CampaignRun): Family {
  return chain === 'solana' ? 'solana' : 'evm';
}
