import { retryAfterMs } from './retry-after';

describe('Webhook retries: Retry-After is honoured', () => {
  const now = Date.UTC(2026, 0, 1, 12);

  it.each([
    ['120', 120_000],
    [' 5 ', 5_000],
    ['0', 0],
    ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ])('%j asks for %d ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  it.each([undefined, '', 'soon', '-5', '1.5', '1e3', '99999999999999999999', '0x10'])(
    '%j asks for nothing',
    (header) => {
      expect(retryAfterMs(header, now)).toBeNull();
    },
  );
});
