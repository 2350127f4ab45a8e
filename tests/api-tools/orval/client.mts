import { API_KEY, check } from '../check.mjs';
import { createPayment, listPayments } from './generated/api';

const options = { headers: { authorization: `Bearer ${API_KEY}` } };

await check({
  pay: async (key, order) => {
    const answer = await createPayment(order, { 'Idempotency-Key': key }, options);
    if (answer.status !== 200 && answer.status !== 201) throw new Error(JSON.stringify(answer.data));
    return answer.data;
  },
  refusal: async (key, order) => {
    const answer = await createPayment(order, { 'Idempotency-Key': key }, options);
    if (answer.status !== 403) throw new Error(JSON.stringify(answer.data));
    return answer.data;
  },
  list: async (query) => {
    const answer = await listPayments(query, options);
    if (answer.status !== 200 || typeof answer.data === 'string') throw new Error(JSON.stringify(answer.data));
    return answer.data;
  },
});
