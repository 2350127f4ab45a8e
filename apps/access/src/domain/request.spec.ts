import { given } from '@stablecoin/event-sourcing/testing';
import {
  requestDecider,
  type AcceptRequest,
  type CompleteRequest,
  type ConfirmRequest,
  type ReleaseRequest,
  type RequestAccepted,
  type RequestConfirmed,
  type StoredMessage,
} from './request';

const NOON = Date.UTC(2026, 0, 1, 12);
const DAY = 24 * 60 * 60 * 1_000;

const accept = (
  requestId: string,
  at: number,
  expiresAt: number | null = null,
  paramsHash = 'hash',
): AcceptRequest => ({
  id: requestId,
  type: 'AcceptRequest',
  at,
  correlationId: requestId,
  account: 'acme',
  livemode: false,
  data: { requestId, paramsHash, resources: ['wal_1'], messages: [{ id: requestId } as StoredMessage], expiresAt },
});
const accepted = (command: AcceptRequest): RequestAccepted => ({
  type: 'RequestAccepted',
  data: { ...command.data, acceptedAt: command.at },
});
const release = (requestId: string): ReleaseRequest => ({
  ...accept('req_release', NOON),
  type: 'ReleaseRequest',
  data: { requestId },
});
const confirm = (requestId: string, generation: string): ConfirmRequest => ({
  ...accept('req_confirm', NOON),
  type: 'ConfirmRequest',
  data: { requestId, generation, messages: [{ id: 'req_confirm' } as StoredMessage] },
});
const confirmed = ({ data }: ConfirmRequest): RequestConfirmed => ({ type: 'RequestConfirmed', data });
const complete = (requestId: string, ref: string): CompleteRequest => ({
  ...accept('req_complete', NOON),
  type: 'CompleteRequest',
  data: { requestId, resources: [ref] },
});

describe('Idempotency: who holds a key', () => {
  it('the first request does', () => {
    const first = accept('req_1', NOON);
    given(requestDecider).when(first).then(accepted(first));
  });

  it('another changes nothing, with the same parameters or others', () => {
    const first = accepted(accept('req_1', NOON));
    given(requestDecider, first)
      .when(accept('req_2', NOON + 1))
      .then();
    given(requestDecider, first)
      .when(accept('req_2', NOON + 1, null, 'other'))
      .then();
  });

  it('payment keys never expire', () => {
    given(requestDecider, accepted(accept('req_1', NOON)))
      .when(accept('req_2', NOON + 3_650 * DAY))
      .then();
  });

  it('others do after 30 days: an expired claim is superseded', () => {
    const first = accepted(accept('req_1', NOON, NOON + 30 * DAY));
    given(requestDecider, first)
      .when(accept('req_2', NOON + 30 * DAY - 1))
      .then();
    const late = accept('req_2', NOON + 30 * DAY, NOON + 60 * DAY, 'other');
    given(requestDecider, first).when(late).then(accepted(late));
  });

  it('a refusal that leaves no object behind gives the key back', () => {
    const first = accepted(accept('req_1', NOON));
    const released = { type: 'RequestReleased', data: { requestId: 'req_1' } } as const;
    given(requestDecider, first).when(release('req_1')).then(released);
    const second = accept('req_2', NOON + 1);
    given(requestDecider, first, released).when(second).then(accepted(second));
  });

  it('what answers it is named once, by the request that holds it', () => {
    const first = accepted({ ...accept('req_1', NOON), data: { ...accept('req_1', NOON).data, resources: [] } });
    const named = { type: 'RequestCompleted', data: { requestId: 'req_1', resources: ['cpl_1'] } } as const;
    given(requestDecider, first).when(complete('req_1', 'cpl_1')).then(named);
    given(requestDecider, first, named).when(complete('req_1', 'cpl_2')).then();
    given(requestDecider, first).when(complete('req_0', 'cpl_2')).then();
    given(requestDecider, accepted(accept('req_1', NOON)))
      .when(complete('req_1', 'cpl_1'))
      .then();
  });

  it('who does not hold the key cannot give it back', () => {
    const first = accepted(accept('req_1', NOON));
    given(requestDecider, first).when(release('req_0')).then();
    given(requestDecider, first, { type: 'RequestReleased', data: { requestId: 'req_1' } })
      .when(release('req_1'))
      .then();
  });
});

describe('protocol rule 35: a request that is sent again after a restore', () => {
  const first = accepted(accept('req_1', NOON));
  const again = confirm('req_1', 'generation-1');

  it('is confirmed once in a generation', () => {
    given(requestDecider, first).when(again).then(confirmed(again));
    given(requestDecider, first, confirmed(again))
      .when({ ...again, id: 'req_again' })
      .then();
    const second = confirm('req_1', 'generation-2');
    given(requestDecider, first, confirmed(again)).when(second).then(confirmed(second));
  });

  it('is not confirmed where another request has the key by now', () => {
    given(
      requestDecider,
      first,
      { type: 'RequestReleased', data: { requestId: 'req_1' } },
      accepted(accept('req_2', NOON)),
    )
      .when(again)
      .then();
  });
});
