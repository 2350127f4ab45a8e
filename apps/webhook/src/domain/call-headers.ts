/** Headers of every call of an endpoint, beside those that sign it. */
export const CALL_HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'stablecoin-payments-webhooks/1',
} as const;
