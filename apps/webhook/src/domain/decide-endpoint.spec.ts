import { given } from '@stablecoin/event-sourcing/testing';
import { endpointDecider } from './decide-endpoint';
import type { EndpointCommand } from './endpoint-commands';
import type { EndpointEvent } from './endpoint';

const T0 = 1_000_000;
const DAY = 86_400_000;
const endpointId = 'whe_1';

function command<T extends EndpointCommand['type']>(
  type: T,
  data: Extract<EndpointCommand, { type: T }>['data'],
  over: { readonly id?: string; readonly account?: string; readonly livemode?: boolean } = {},
): EndpointCommand {
  const rest = { id: 'c1', at: T0, correlationId: 'r', account: 'acme', livemode: false, ...over };
  return { ...rest, type, data } as EndpointCommand;
}

const settings = { url: 'https://example.com/', events: ['payment.settled'], description: 'orders' };
const created: EndpointEvent = {
  type: 'EndpointCreated',
  data: { ...settings, account: 'acme', livemode: false, sealedSecret: 's1' },
};
const disabled: EndpointEvent = { type: 'EndpointDisabled', data: { reason: 'disabled by request' } };
const deleted: EndpointEvent = { type: 'EndpointDeleted', data: {} };
const configured = (over: Partial<typeof settings> | { events: null }): EndpointEvent => ({
  type: 'EndpointConfigured',
  data: { ...settings, ...over },
});
const replayRequested = (replayId: string): EndpointEvent => ({
  type: 'ReplayRequested',
  data: { replayId, endpointId, range: { since: 'evt_1' } },
});

describe('a webhook endpoint', () => {
  it('is created enabled', () => {
    given(endpointDecider)
      .when(command('CreateEndpoint', { endpointId, ...settings, sealedSecret: 's1' }))
      .then(created);
  });

  it('is created once', () => {
    given(endpointDecider, created)
      .when(command('CreateEndpoint', { endpointId, ...settings, sealedSecret: 's2' }))
      .then();
  });

  it('keeps what an update does not name', () => {
    given(endpointDecider, created)
      .when(command('UpdateEndpoint', { endpointId, url: 'https://example.org/' }))
      .then(configured({ url: 'https://example.org/' }));
    given(endpointDecider, created)
      .when(command('UpdateEndpoint', { endpointId, events: null }))
      .then(configured({ events: null }));
  });

  it('answers an update that changes nothing, because the client waits for it', () => {
    given(endpointDecider, created).when(command('UpdateEndpoint', { endpointId })).then(configured({}));
  });

  it('is disabled and enabled by an update', () => {
    given(endpointDecider, created)
      .when(command('UpdateEndpoint', { endpointId, status: 'disabled' }))
      .then(configured({}), disabled);
    given(endpointDecider, created, disabled)
      .when(command('UpdateEndpoint', { endpointId, status: 'enabled' }))
      .then(configured({}), { type: 'EndpointEnabled', data: {} });
    given(endpointDecider, created, disabled)
      .when(command('UpdateEndpoint', { endpointId, status: 'disabled' }))
      .then(configured({}));
  });

  it('is disabled by what its deliveries show, once', () => {
    const disable = command('DisableEndpoint', { reason: 'it answered 410 Gone' });
    given(endpointDecider, created)
      .when(disable)
      .then({ type: 'EndpointDisabled', data: { reason: 'it answered 410 Gone', endpoint: settings } });
    given(endpointDecider, created, disabled).when(disable).then();
  });

  it('is deleted; whatever comes after is 404', () => {
    given(endpointDecider, created).when(command('DeleteEndpoint', { endpointId })).then(deleted);
    for (const late of [
      command('DeleteEndpoint', { endpointId }),
      command('UpdateEndpoint', { endpointId }),
      command('SendTestEvent', { endpointId }),
      command('RotateSecret', { endpointId, sealedSecret: 's2' }),
    ]) {
      given(endpointDecider, created, deleted).when(late).thenRefused('not_found');
    }
  });

  it.each([{ account: 'other' }, { livemode: true }])('does not exist for another account or mode: %j', (over) => {
    given(endpointDecider, created)
      .when(command('DeleteEndpoint', { endpointId }, over))
      .thenRefused('not_found');
  });
});

describe('Svc-signature: during a rotation there are two secrets for 24 h', () => {
  const rotated = (next: string, previous: string, forMs = DAY): EndpointEvent => ({
    type: 'SecretRotated',
    data: { sealedSecret: next, previousSealedSecret: previous, previousValidUntil: T0 + forMs },
  });

  it('the secret before stays valid for a day', () => {
    given(endpointDecider, created)
      .when(command('RotateSecret', { endpointId, sealedSecret: 's2' }))
      .then(rotated('s2', 's1'));
  });

  it.each([0, 3_600])('a rotation says for how many seconds the secret before signs: %s', (previousForS) => {
    given(endpointDecider, created)
      .when(command('RotateSecret', { endpointId, sealedSecret: 's2', previousForS }))
      .then(rotated('s2', 's1', previousForS * 1_000));
  });

  it('a second rotation keeps the latest two', () => {
    given(endpointDecider, created, rotated('s2', 's1'))
      .when(command('RotateSecret', { endpointId, sealedSecret: 's3' }))
      .then(rotated('s3', 's2'));
  });
});

describe('test events and replays', () => {
  const replay = (id = 'c1') => command('ReplayEvents', { endpointId, range: { since: 'evt_1' } }, { id });

  it('are requested of an enabled endpoint', () => {
    given(endpointDecider, created)
      .when(command('SendTestEvent', { endpointId }))
      .then({ type: 'TestEventRequested', data: { endpointId } });
    given(endpointDecider, created).when(replay()).then(replayRequested('c1'));
  });

  it('are 409 invalid_state for a disabled one', () => {
    given(endpointDecider, created, disabled)
      .when(command('SendTestEvent', { endpointId }))
      .thenRefused('invalid_state');
    given(endpointDecider, created, disabled).when(replay()).thenRefused('invalid_state');
  });

  const ten = Array.from({ length: 10 }, (_, n) => replayRequested(`r${n}`));

  it('at most ten replays are under way', () => {
    given(endpointDecider, created, ...ten)
      .when(replay())
      .thenRefused('invalid_state');
    given(endpointDecider, created, ...ten, { type: 'ReplayCompleted', data: { replayId: 'r3' } })
      .when(replay())
      .then(replayRequested('c1'));
  });

  it('a replay goes on page by page until it is complete, and then no further', () => {
    const page = {
      replayId: 'r1',
      endpointId,
      range: { since: 'evt_1' },
      afterPosition: 70,
      upToPosition: 900,
    };
    const completed: EndpointEvent = { type: 'ReplayCompleted', data: { replayId: 'r1' } };
    given(endpointDecider, created, replayRequested('r1'))
      .when(command('AdvanceReplay', page))
      .then({ type: 'ReplayAdvanced', data: page });
    given(endpointDecider, created, replayRequested('r1'))
      .when(command('CompleteReplay', { replayId: 'r1' }))
      .then(completed);
    for (const late of [command('AdvanceReplay', page), command('CompleteReplay', { replayId: 'r1' })]) {
      given(endpointDecider, created, replayRequested('r1'), completed).when(late).then();
    }
  });
});
