import assert from 'node:assert/strict';
import { isAxiosError } from 'axios';
import { axiosInstance } from '@kubb/plugin-client/clients/axios';
import { API_KEY, check, SERVICE } from '../check.mjs';
import { createPayment, listPayments, paymentSchema } from './generated';

axiosInstance.defaults.baseURL = SERVICE;
axiosInstance.defaults.headers.common.Authorization = `Bearer ${API_KEY}`;

await check({
  pay: (key, order) => createPayment(order, { 'Idempotency-Key': key }),
  refusal: async (key, order) => {
    const error: unknown = await createPayment(order, { 'Idempotency-Key': key }).catch((each: unknown) => each);
    if (!isAxiosError(error)) throw error;
    return error.response?.data;
  },
  list: async (query) => {
    const page = await listPayments(query);
    if (typeof page === 'string') throw new Error(page);
    return page;
  },
});

assert.equal(paymentSchema.shape.approval_id.safeParse('no id').success, false, 'a pattern beside null is kept');
assert.equal(paymentSchema.shape.approval_id.safeParse(null).success, true);
