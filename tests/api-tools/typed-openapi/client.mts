import { API_KEY, check, SERVICE } from '../check.mjs';
import { createApiClient, type Schemas } from './generated';

const api = createApiClient(
  {
    fetch: ({ method, url, urlSearchParams, parameters }) => {
      if (urlSearchParams !== undefined) url.search = urlSearchParams.toString();
      const { header = {}, body } = parameters ?? {};
      return fetch(url, {
        method,
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json', ...(header as object) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
  },
  SERVICE,
);

/** An event is told apart by its type: that needs the enum beside the const. */
type Settled = Schemas.PaymentSettledEvent['type'];
const settled: Settled = 'payment.settled';
// @ts-expect-error the type is that word, and no string
const anything: Settled = String(settled);
void anything;

await check({
  pay: (key, body) => api.post('/v1/payments', { header: { 'Idempotency-Key': key }, body }),
  refusal: async (key, body) => {
    const answer = await api.post('/v1/payments', {
      header: { 'Idempotency-Key': key },
      body,
      withResponse: true,
      throwOnStatusError: false,
    });
    if (answer.ok) throw new Error('it was paid');
    return answer.data;
  },
  list: (query) => api.get('/v1/payments', { query }),
});
