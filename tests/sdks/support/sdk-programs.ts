import { eventually } from '@stablecoin/event-sourcing/testing';
import { steps } from '../../../sdks/vectors/end-to-end.json';
import type { Api } from '../../e2e/support/api';
import { runProgram, type Program } from './program';
import { SdkService } from './sdk-service';

/** The two programs of an SDK: see "End to end" in sdks/vectors/README.md. */
export interface SdkPrograms {
  readonly endToEnd: Program;
  readonly kill: Program;
}

const PAYMENTS = 100;
/** Of the payments, every other one takes three seconds, so most are under way by then. */
const KILL_AFTER_PAID = 5;
const RUN_MS = 180_000;

/** Declares the tests that every SDK has to pass against the built service. */
export function describeSdk(language: string, { endToEnd, kill }: SdkPrograms): void {
  describe(`The ${language} SDK and the built service`, () => {
    let service: SdkService;
    beforeAll(async () => {
      service = await SdkService.start();
    }, RUN_MS);
    afterAll(() => service.stop());

    it(
      'takes every step of the end-to-end list',
      async () => {
        const lines = await runProgram(endToEnd, await service.environment());

        expect(lines.filter((line) => line.startsWith('ok '))).toEqual(steps.map(({ name }) => `ok ${name}`));
      },
      RUN_MS,
    );

    it(
      'makes each of a hundred payments once when the service is killed in the middle of them',
      async () => {
        let paid = 0;
        let paidWhenKilled: number | undefined;
        let crashed: Promise<void> | undefined;
        const environment = { ...(await service.environment()), PAYMENTS: String(PAYMENTS) };
        const lines = await runProgram(kill, environment, () => {
          if (++paid < KILL_AFTER_PAID || crashed !== undefined) return;
          paidWhenKilled = paid;
          crashed = service.crash();
        });
        await crashed;

        expect(paidWhenKilled).toBe(KILL_AFTER_PAID);
        const told = new Map(lines.map((line) => line.split(' ').slice(1) as [string, string]));
        expect(told.size).toBe(PAYMENTS);
        const made = await eventually(() => madeBy(service.api));
        expect(made.map(({ idempotency_key: key, id }) => [key, id]).sort()).toEqual([...told].sort());
        expect(new Set(made.map(({ status }) => status))).toEqual(new Set(['settled']));
        expect(await repeated(service.api, made)).toEqual(made.map(({ id }) => id));
        const ids = new Set(told.values());
        const transfers = service.transfers().filter(({ authorization }) => ids.has(authorization));
        expect(transfers.map(({ authorization }) => authorization).sort()).toEqual([...ids].sort());
        expect(transfers.filter(({ conflict }) => conflict)).toEqual([]);
      },
      RUN_MS,
    );
  });
}

interface Made {
  readonly id: string;
  readonly idempotency_key: string | null;
  readonly status: string;
  readonly to: string;
  readonly amount: string;
}

/** The payments of the kill program by the service's list; false as long as the list is behind. */
async function madeBy(api: Api): Promise<Made[] | false> {
  const made: Made[] = [];
  for (let cursor = ''; ;) {
    const { body } = await api.get(`/payments?limit=100${cursor}`);
    made.push(...(body['data'] as Made[]).filter(({ idempotency_key: key }) => key?.startsWith('kill-')));
    const next = body['next_cursor'] as string | null;
    if (next === null) break;
    cursor = `&starting_after=${next}`;
  }
  return made.length >= PAYMENTS && made.every(({ status }) => status !== 'pending') && made;
}

/** The ids that the same orders are answered with once more. */
async function repeated(api: Api, made: readonly Made[]): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  for (const { to, amount, idempotency_key: key } of made) {
    ids.push((await api.post('/payments', { to, amount, idempotency_key: key })).body['id']);
  }
  return ids;
}
