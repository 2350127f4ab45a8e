import { LIES, STRANGE, STRANGE_ON_SOLANA } from '@stablecoin/chains/testing';
import type { Column, Row } from '../../bench/src/report/section';
import { table } from '../../bench/src/report/table';
import type { CampaignRun } from '../../apps/payment/src/testing/campaign-run';
import { OUTAGES } from '../../apps/payment/src/testing/networks';

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
const NETWORKS: readonly Column[] = [
  { key: 'chain', title: 'chain', format: 'text' },
  { key: 'pace', title: 'pace', format: 'text' },
  { key: 'ranges', title: 'ranges of', format: 'text' },
  whole('runs', 'runs'),
  whole('held', 'hold'),
  whole('payments', 'payments'),
  whole('settled', 'settled'),
  whole('kills', 'kills'),
  whole('outages', 'outages of 10 min'),
  whole('strange', 'by strangers'),
  whole('doublePayments', 'double payments'),
  whole('falseSettlements', 'false settlements'),
  whole('falseDeposits', 'false deposits'),
  whole('unsettled', 'unsettled'),
];
const CHAINS = ['base', 'ethereum', 'solana'] as const;
const ON_CHAIN: Readonly<Record<CampaignRun['chain'], string>> = {
  base: 'Base',
  ethereum: 'Ethereum',
  solana: 'Solana',
};
const BY_STRANGERS: ReadonlySet<string> = new Set([...STRANGE, ...STRANGE_ON_SOLANA]);
const OF_OUTAGES: ReadonlySet<string> = new Set(OUTAGES);
const COUNTS: readonly Column[] = FAMILIES.map((family) => whole(family, NAMES[family]));

/** What campaigns with endpoints that lie were, as Markdown: the runs, the lies, and what else went wrong. */
export function tables(runs: readonly CampaignRun[]): string {
  const counted = (title: string, of: (run: CampaignRun) => Readonly<Record<string, number>>): string =>
    table([{ key: 'what', title, format: 'text' }, ...COUNTS], countsOf(runs, of));
  const onNetworks = networkRows(runs);
  return [
    table(RUNS, runRows(runs)),
    ...(onNetworks.length === 0 ? [] : [table(NETWORKS, onNetworks)]),
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
      const lies = some.reduce((total, { told }) => total + sumOf(told, () => true), 0);
      return [{ chain: NAMES[family], liars: title, ...resultsOf(some), lies }];
    }),
  );
}

/** Of runs on networks that are not as expected: by chain, pace and what endpoints take in one call. */
function networkRows(runs: readonly CampaignRun[]): readonly Row[] {
  const groups = new Map<string, CampaignRun[]>();
  for (const run of runs.toSorted((one, other) => CHAINS.indexOf(one.chain) - CHAINS.indexOf(other.chain))) {
    if (run.network === undefined) continue;
    const key = `${CHAINS.indexOf(run.chain)} ${run.network.pace} ${run.network.ranges}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.keys()].toSorted().flatMap((key): readonly Row[] => {
    const some = groups.get(key) ?? [];
    const [first] = some;
    if (first?.network === undefined) return [];
    const counted = (isMeant: (what: string) => boolean): number =>
      some.reduce((total, { misfortunes }) => total + sumOf(misfortunes, isMeant), 0);
    return [
      {
        ...{ chain: ON_CHAIN[first.chain], pace: String(first.network.pace), ranges: first.network.ranges },
        ...resultsOf(some),
        kills: counted((what) => what.startsWith('kill')),
        outages: counted((what) => OF_OUTAGES.has(what)),
        strange: counted((what) => BY_STRANGERS.has(what)),
      },
    ];
  });
}

function resultsOf(runs: readonly CampaignRun[]): Row {
  const sum = (of: (run: CampaignRun) => number): number => runs.reduce((total, run) => total + of(run), 0);
  return {
    runs: runs.length,
    held: runs.filter(({ problems }) => problems.length === 0).length,
    payments: sum((run) => run.payments),
    settled: sum((run) => run.settled),
    doublePayments: sum((run) => run.doublePayments),
    falseSettlements: sum((run) => run.falseSettlements),
    falseDeposits: sum((run) => run.falseDeposits),
    unsettled: sum((run) => run.unsettled),
  };
}

function sumOf(counts: Readonly<Record<string, number>>, isMeant: (what: string) => boolean): number {
  return Object.entries(counts).reduce((total, [what, times]) => total + (isMeant(what) ? times : 0), 0);
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
