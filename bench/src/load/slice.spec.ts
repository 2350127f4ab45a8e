import { SliceRecorder } from './slice';

it('is the rate and the latencies of what was answered', () => {
  const recorder = new SliceRecorder();
  for (const latency of [3, 1, 2, 1_000]) recorder.succeeded(latency);
  const answered = { requests: 4, requestsPerSecond: 8, p50Ms: 2, p99Ms: 1_000 };
  expect(recorder.result(0.5)).toEqual({ ...answered, turnedAway: 0, failures: {} });
});

it('what was turned away is counted by itself: it is neither answered nor a fault', () => {
  const recorder = new SliceRecorder();
  recorder.succeeded(1);
  for (const reason of ['429', '429']) recorder.failed(reason);
  expect(recorder.result(1)).toMatchObject({ requests: 1, turnedAway: 2, failures: {} });
});

it('what failed is counted by its reason, and in nothing else', () => {
  const recorder = new SliceRecorder();
  recorder.succeeded(1);
  for (const reason of ['503', '503', 'other side closed']) recorder.failed(reason);
  expect(recorder.result(1)).toMatchObject({
    requests: 1,
    requestsPerSecond: 1,
    failures: { '503': 2, 'other side closed': 1 },
  });
});
