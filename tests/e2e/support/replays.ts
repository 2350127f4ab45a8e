import type { ApiResponse } from './api';

/** Whether an answer says that an earlier request with the same idempotency key was carried out. */
export const isReplay = ({ headers }: ApiResponse) => headers.get('svc-idempotent-replayed') === 'true';

/** Every replay: 200, said to be one, and with this body. */
export function expectReplay(response: ApiResponse, body: unknown): void {
  expect(response.status).toBe(200);
  expect(response.body).toEqual(body);
  expect(response.headers.get('svc-idempotent-replayed')).toBe('true');
}
