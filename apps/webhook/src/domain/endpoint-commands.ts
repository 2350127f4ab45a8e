import type {
  CreateEndpoint as CreateEndpointMessage,
  DeleteEndpoint as DeleteEndpointMessage,
  ReplayEvents as ReplayEventsMessage,
  RotateSecret as RotateSecretMessage,
  SendTestEvent as SendTestEventMessage,
  UpdateEndpoint as UpdateEndpointMessage,
} from '@stablecoin/contracts';
import type { Command } from '@stablecoin/event-sourcing';
import type { Replay } from './endpoint';

/** The endpoint itself has shown that it does not take events. Comes from the delivery job. */
export type DisableEndpoint = Command<'DisableEndpoint', { readonly reason: string }>;
/** A page of a replay has been scheduled. Comes from the replay job. */
export type AdvanceReplay = Command<'AdvanceReplay', Replay>;
/** Its last page has been scheduled, or its endpoint takes no more. */
export type CompleteReplay = Command<'CompleteReplay', { readonly replayId: string }>;

export type EndpointCommand =
  | Command<'CreateEndpoint', CreateEndpointMessage['data']>
  | Command<'UpdateEndpoint', UpdateEndpointMessage['data']>
  | Command<'DeleteEndpoint', DeleteEndpointMessage['data']>
  | Command<'RotateSecret', RotateSecretMessage['data']>
  | Command<'SendTestEvent', SendTestEventMessage['data']>
  | Command<'ReplayEvents', ReplayEventsMessage['data']>
  | DisableEndpoint
  | AdvanceReplay
  | CompleteReplay;
