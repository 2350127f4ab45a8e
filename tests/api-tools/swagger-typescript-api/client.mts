import { API_KEY, check } from '../check.mjs';
import { Api, type ApiError, type HttpResponse } from './generated/api';

// The address is that of the document.
const api = new Api({ securityWorker: () => ({ headers: { authorization: `Bearer ${API_KEY}` } }) });

await check({
  pay: async (key, order) => (await api.v1.createPayment(order, { headers: { 'Idempotency-Key': key } })).data,
  refusal: (key, order) =>
    api.v1.createPayment(order, { headers: { 'Idempotency-Key': key } }).then(
      () => Promise.reject(new Error('it was paid')),
      ({ error }: HttpResponse<unknown, ApiError>) => error,
    ),
  list: async (query) => (await api.v1.listPayments(query)).data,
});
