import { given } from '@stablecoin/event-sourcing/testing';
import { deliveryDecider } from './decide-delivery';
import type { Attempt, DeliveryCommand, DeliveryEvent } from './delivery';

const T0 = 1_000_000;
const ids = { deliveryId: 'whd_1', endpointId: 'whe_1' };
// No wait is long enough for its jitter to show.
const decider = deliveryDecider([0, 5, 9]);

function attempt(number: number, statusCode: number | null): Attempt {
  const error = statusCode === 200 ? null : statusCode === null ? 'refused' : `the endpoint answered ${statusCode}`;
  return { number, at: T0, statusCode, durationMs: 12, error };
}
function record(number: number, statusCode: number | null, retryAfterMs: number | null = null): DeliveryCommand {
  const rest = { id: `c${number}`, at: T0, correlationId: 'r', account: 'acme', livemode: false };
  return { ...rest, type: 'RecordAttempt', data: { ...ids, attempt: attempt(number, statusCode), retryAfterMs } };
}
const failed = (number: number, waitMs: number): DeliveryEvent => ({
  type: 'DeliveryFailed',
  data: { ...ids, attempt: attempt(number, 500), nextAttemptAt: T0 + waitMs },
});
const succeeded: DeliveryEvent = { type: 'DeliverySucceeded', data: { ...ids, attempt: attempt(1, 200) } };
const giveUp: DeliveryCommand = {
  ...{ id: 'g', at: T0, correlationId: 'r', account: 'acme', livemode: false },
  type: 'GiveUp',
  data: { ...ids, reason: 'the endpoint is disabled' },
};

describe('a delivery', () => {
  it('succeeds with a 2xx', () => {
    given(decider).when(record(1, 200)).then(succeeded);
  });

  it('is tried again as the schedule says', () => {
    given(decider).when(record(1, 500)).then(failed(1, 5));
    given(decider, failed(1, 5)).when(record(2, 500)).then(failed(2, 9));
  });

  it('is given up after the last attempt', () => {
    given(decider, failed(1, 5), failed(2, 9))
      .when(record(3, 500))
      .then({
        type: 'DeliveryGivenUp',
        data: { ...ids, attempt: attempt(3, 500), reason: 'every attempt has failed', at: T0 },
      });
  });

  it('waits longer when Retry-After asks for it, and never less than the schedule says', () => {
    given(decider)
      .when(record(1, 500, 60_000))
      .then(failed(1, 60_000));
    given(decider)
      .when(record(1, 500, 1))
      .then(failed(1, 5));
  });

  it('waits no longer than a day, whatever Retry-After asks for', () => {
    given(decider)
      .when(record(1, 500, 1e12))
      .then(failed(1, 86_400_000));
  });

  it('is given up at once when the endpoint is gone (410)', () => {
    given(decider)
      .when(record(1, 410))
      .then({
        type: 'DeliveryGivenUp',
        data: { ...ids, attempt: attempt(1, 410), reason: 'the endpoint is gone', at: T0 },
      });
  });

  it('is given up without a call when its endpoint is disabled', () => {
    given(decider, failed(1, 5))
      .when(giveUp)
      .then({
        type: 'DeliveryGivenUp',
        data: { ...ids, attempt: null, reason: 'the endpoint is disabled', at: T0 },
      });
  });

  it('counts an attempt once, however often it is reported', () => {
    given(decider, failed(1, 5)).when(record(1, 500)).then();
  });

  it('has one end', () => {
    given(decider, succeeded).when(record(2, 500)).then();
    given(decider, succeeded).when(giveUp).then();
  });
});
