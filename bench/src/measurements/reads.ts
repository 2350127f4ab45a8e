import type { Measurement } from '../bench';
import { PAYMENTS, readsOf } from '../load/workload';
import { API_KEY } from '../processes/accounts';
import { Service } from '../processes/service';
import { FIGURES } from '../report/figures';
import { atLeast, type Column, type Row } from '../report/section';
import { startBare } from '../servers/floors';
import { contest, contestSteps, figuresOf, speedRatio, warmUp } from './contest';

const CONNECTIONS = 64;
const PAGE = 100;
const PAGES_READ = 20;
const BARE_RATIO_WANTED = 0.5;

const COLUMNS: readonly Column[] = [
  { key: 'request', title: 'request', format: 'text' },
  ...FIGURES,
  { key: 'barePerSecond', title: 'bare req/s', format: 'whole' },
  { key: 'ofBare', title: '× bare', format: 'hundredths' },
];

/** What asks and changes nothing, against Fastify with an answer at hand. */
export const reads: Measurement = {
  name: 'reads',
  title: 'Reads',
  run: async (bench) => {
    const { cleanup, progress, scale, shelf } = bench;
    progress.begin(1 + contestSteps(bench, 2 * 4));
    progress.step('a store to read from');
    const { folder, deep } = await shelf.take(scale.storeSize, cleanup, (...filling) => progress.within(...filling));
    const service = await Service.start(folder.path, cleanup);
    const bare = await startBare(cleanup);
    const ids = await latestPayments(service.url);
    const byId = ids.map((id) => `/v1/payments/${id}`);
    const atDepth = `/v1/payments?limit=20&starting_after=${deep.paymentId}`;
    const requests = {
      'GET /payments/:id': readsOf(byId),
      'GET /payments, first page': readsOf(['/v1/payments?limit=20']),
      [`GET /payments, behind ${deep.newer.toLocaleString('en')}`]: readsOf([atDepth]),
      'POST /payments/simulate': { ...PAYMENTS, paths: ['/v1/payments/simulate'] },
    };
    const rows: Row[] = [];
    for (const [request, workload] of Object.entries(requests)) {
      const load = { kind: 'closed', connections: CONNECTIONS, seconds: scale.sliceSeconds } as const;
      const contenders = {
        service: { server: service, stress: { ...load, workload } },
        bare: { server: bare, stress: { ...load, workload: readsOf(byId) } },
      };
      await warmUp(bench, contenders);
      const results = await contest(bench, request, contenders);
      rows.push({
        request,
        ...figuresOf(results.service),
        barePerSecond: figuresOf(results.bare).requestsPerSecond,
        ofBare: speedRatio(results.service, results.bare),
      });
    }
    const ofBare = Number(rows[0]?.['ofBare']);
    return { columns: COLUMNS, rows, verdicts: [atLeast('GET /payments/:id × bare', ofBare, BARE_RATIO_WANTED)] };
  },
};

interface PaymentPage {
  readonly data: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
}

async function latestPayments(serviceUrl: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const after = cursor === null ? '' : `&starting_after=${cursor}`;
    const response = await fetch(`${serviceUrl}/v1/payments?limit=${PAGE}${after}`, {
      headers: { authorization: `Bearer ${API_KEY}` },
    });
    if (!response.ok) throw new Error(`the list of payments answered ${response.status}`);
    const page = (await response.json()) as PaymentPage;
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null && ids.length < PAGES_READ * PAGE);
  return ids;
}
