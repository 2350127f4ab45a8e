/** @needs own-service */
import type { Api, ApiResponse } from '../support/api';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

const RATE = 50;
/** Without a peak of its own, so that whoever is refused has spent all; a pause of two seconds loses no token. */
const LIMITS = { scale: { payments: { rate: RATE, burst: 2 * RATE, peak: 100 * RATE } } };
const SECONDS = 5;
const AT_ONCE = 16;

/**
 * Everything is counted, and nothing timed: how much is to be admitted follows from the moments between which there was
 * nothing left to spend, however slow this machine is.
 */
describe('At twice the limit of a plan the service admits the limit within 1 % and answers 429 to the rest', () => {
  const service = useService({ RATE_LIMITS: JSON.stringify(LIMITS) });

  it('admits the limit of payments on the Scale plan', async () => {
    const { body } = await service.api.as('limits').post('/api_keys', { plan: 'scale' });
    const api = service.api.withKey(String(body['key']));

    const begin = await untilRefused(api);
    const answers: ApiResponse[] = [];
    const elapsed = (): number => (Date.now() - begin.before) / 1_000;
    const send = async (): Promise<void> => {
      while (elapsed() < SECONDS || answers.length < 2 * RATE * elapsed()) answers.push(await pay(api));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    const end = await untilRefused(api);
    answers.push(...end.answers);

    const refused = answers.filter(isRefused);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
    for (const each of refused) {
      expectError(each, 429, 'rate_limited');
      expect(each.headers.get('retry-after')).toMatch(/^[1-9]$/);
    }
    const admitted = answers.length - refused.length;
    expect(admitted).toBeLessThanOrEqual(1.01 * ((RATE * (end.after - begin.before)) / 1_000) + 1);
    expect(admitted).toBeGreaterThanOrEqual(0.99 * ((RATE * (end.before - begin.after)) / 1_000) - 1);
  });
});

/** Malformed: it costs a token like any other, and moves nothing. */
function pay(api: Api): Promise<ApiResponse> {
  return api.post('/payments', {});
}

const isRefused = ({ status }: ApiResponse): boolean => status === 429;

/** Sends one after the other until one is refused: between `before` and `after`, everything was spent. */
async function untilRefused(
  api: Api,
): Promise<{ readonly answers: readonly ApiResponse[]; readonly before: number; readonly after: number }> {
  const answers: ApiResponse[] = [];
  for (;;) {
    const before = Date.now();
    const answer = await pay(api);
    answers.push(answer);
    if (isRefused(answer)) return { answers, before, after: Date.now() };
  }
}
