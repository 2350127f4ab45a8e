import { API_KEY, check } from '../check.mjs';
import { client } from './generated/client.gen';
import { createPayment, listPayments } from './generated';

// The address is that of the document.
client.setConfig({ auth: () => API_KEY });
client.interceptors.request.use((request: Request) => {
  if (request.headers.has('cookie')) throw new Error('the API key is sent as a cookie too');
  return request;
});

await check({
  pay: async (key, body) => {
    const { data, error } = await createPayment({ body, headers: { 'Idempotency-Key': key } });
    if (data === undefined) throw new Error(JSON.stringify(error));
    return data;
  },
  refusal: async (key, body) => {
    const { error } = await createPayment({ body, headers: { 'Idempotency-Key': key } });
    if (error === undefined) throw new Error('it was paid');
    return error;
  },
  list: async (query) => {
    const { data, error } = await listPayments({ query });
    if (data === undefined || typeof data === 'string') throw new Error(JSON.stringify(error));
    return data;
  },
});
