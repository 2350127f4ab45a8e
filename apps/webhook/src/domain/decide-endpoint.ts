import type { UpdateEndpoint as UpdateEndpointMessage } from '@stablecoin/contracts';
import { refuse } from '@stablecoin/event-sourcing';
import type { CommandRefused, Decider } from '@stablecoin/event-sourcing';
import { evolveEndpoint } from './endpoint';
import type { EndpointState, EndpointEvent } from './endpoint';
import { endpointStreams } from './streams';
import type { EndpointCommand } from './endpoint-commands';

/** How long the previous secret still signs after a rotation by default (API decisions, svc-signature). */
const PREVIOUS_SECRET_S = 24 * 60 * 60;
/** Replays of one endpoint that may be under way: each may be as large as the whole history. */
const REPLAYS_MAX = 10;

const gone: readonly CommandRefused[] = [refuse('not_found', 'This webhook endpoint does not exist.')];

/** An endpoint from its creation to its deletion. */
export const endpointDecider: Decider<EndpointState, EndpointCommand, EndpointEvent> = {
  streams: endpointStreams,
  firstCommands: ['CreateEndpoint'],
  initialState: () => ({ stage: 'none' }),
  decide,
  evolve: evolveEndpoint,
};

function decide(command: EndpointCommand, state: EndpointState): readonly (EndpointEvent | CommandRefused)[] {
  if (command.type === 'CreateEndpoint') return create(command, state);
  if (state.stage === 'none' || state.stage === 'deleted') return gone;
  if (state.account !== command.account || state.livemode !== command.livemode) return gone;
  switch (command.type) {
    case 'UpdateEndpoint':
      return update(command.data, state);
    case 'DeleteEndpoint':
      return [{ type: 'EndpointDeleted', data: {} }];
    case 'RotateSecret': {
      const { sealedSecret, previousForS = PREVIOUS_SECRET_S } = command.data;
      return [
        {
          type: 'SecretRotated',
          data: {
            sealedSecret,
            previousSealedSecret: state.sealedSecret,
            previousValidUntil: command.at + previousForS * 1_000,
          },
        },
      ];
    }
    case 'SendTestEvent':
      if (state.stage === 'disabled') return [disabled()];
      return [{ type: 'TestEventRequested', data: { endpointId: command.data.endpointId } }];
    case 'ReplayEvents': {
      if (state.stage === 'disabled') return [disabled()];
      if (state.replays.length >= REPLAYS_MAX) {
        return [refuse('invalid_state', `${REPLAYS_MAX} replays to this endpoint are under way already.`)];
      }
      const { endpointId, range } = command.data;
      return [{ type: 'ReplayRequested', data: { replayId: command.id, endpointId, range } }];
    }
    case 'DisableEndpoint':
      if (state.stage === 'disabled') return [];
      return [{ type: 'EndpointDisabled', data: { reason: command.data.reason, endpoint: state.settings } }];
    case 'AdvanceReplay':
      return state.replays.includes(command.data.replayId) ? [{ type: 'ReplayAdvanced', data: command.data }] : [];
    case 'CompleteReplay':
      return state.replays.includes(command.data.replayId) ? [{ type: 'ReplayCompleted', data: command.data }] : [];
  }
}

function create(
  { data, account, livemode }: Extract<EndpointCommand, { type: 'CreateEndpoint' }>,
  state: EndpointState,
): readonly EndpointEvent[] {
  if (state.stage !== 'none') return [];
  const { url, events, description, sealedSecret } = data;
  return [{ type: 'EndpointCreated', data: { account, livemode, url, events, description, sealedSecret } }];
}

/** Always an event, also when nothing changes: the client waits to see its command applied. */
function update(
  { url, events, description, status }: UpdateEndpointMessage['data'],
  { settings, stage }: Extract<EndpointState, { settings: unknown }>,
): readonly EndpointEvent[] {
  const configured: EndpointEvent = {
    type: 'EndpointConfigured',
    data: {
      url: url ?? settings.url,
      events: events === undefined ? settings.events : events,
      description: description === undefined ? settings.description : description,
    },
  };
  if (status === undefined || status === stage) return [configured];
  return status === 'enabled'
    ? [configured, { type: 'EndpointEnabled', data: {} }]
    : [configured, { type: 'EndpointDisabled', data: { reason: 'disabled by request' } }];
}

function disabled(): CommandRefused {
  return refuse('invalid_state', 'This webhook endpoint is disabled. Enable it first.');
}
