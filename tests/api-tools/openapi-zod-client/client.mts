import { isErrorFromAlias } from '@zodios/core';
import { API_KEY, check, SERVICE } from '../check.mjs';
import { api as shared, createApiClient } from './generated';

// Answers are validated: a time, a word or a null that the document does not allow fails here.
const api = createApiClient(SERVICE, { axiosConfig: { headers: { authorization: `Bearer ${API_KEY}` } } });

await check({
  pay: (key, order) => api.createPayment(order, { headers: { 'Idempotency-Key': key } }),
  refusal: async (key, order) => {
    const error: unknown = await api
      .createPayment(order, { headers: { 'Idempotency-Key': key } })
      .catch((each: unknown) => each);
    if (!isErrorFromAlias(shared.api, 'createPayment', error)) throw error;
    return error.response.data;
  },
  list: (queries) => api.listPayments({ queries }),
});
