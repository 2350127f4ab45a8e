import { PAYMENTS, readsOf, requestsOf } from './workload';

/** The first requests of a workload. */
function first(count: number, next: ReturnType<typeof requestsOf>) {
  return Array.from({ length: count }, () => next());
}

const recipientOf = ({ body }: { readonly body: string | null }): unknown =>
  (JSON.parse(body ?? '') as { to: unknown }).to;

it('payments go to the recipients in turn', () => {
  const requests = first(3, requestsOf({ ...PAYMENTS, recipients: 2, apiKey: 'a' }));
  expect(requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer a', 'Bearer a', 'Bearer a']);
  const [one, other, again] = requests.map(recipientOf);
  expect(one).toMatch(/^0x[0-9a-f]{40}$/);
  expect(other).not.toBe(one);
  expect(again).toBe(one);
});

it('the recipients are the same in every run, so that the second run knows them', () => {
  const run = (): unknown[] => first(3, requestsOf(PAYMENTS)).map(recipientOf);
  expect(run()).toEqual(run());
});

it('new recipients are new in every run', () => {
  const run = () => first(2, requestsOf({ ...PAYMENTS, recipients: 'new' })).map(recipientOf);
  expect(new Set([...run(), ...run()]).size).toBe(4);
});

it('no two requests share an idempotency key, in one run or two', () => {
  const run = () =>
    first(2, requestsOf({ ...PAYMENTS, idempotencyKeys: true })).map(({ headers }) => headers['idempotency-key']);
  expect(new Set([...run(), ...run()]).size).toBe(4);
  expect(first(1, requestsOf(PAYMENTS))[0]?.headers).not.toHaveProperty('idempotency-key');
});

it('reads take their paths in turn and have no body', () => {
  const requests = first(3, requestsOf(readsOf(['/a', '/b'])));
  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/a', null],
    ['GET', '/b', null],
    ['GET', '/a', null],
  ]);
});
