/** Headers of every answer: a browser that opens one takes it for what it says it is. */
export const SAFE_HEADERS = { 'x-content-type-options': 'nosniff' };
