/** Where a customer wants to be told of events, and of which. */
export type EndpointSettings = {
  readonly url: string;
  /** Types that are sent; null: all. */
  readonly events: readonly string[] | null;
  readonly description: string | null;
};

/** The events to replay: one event, all events after one, or a time range (from inclusive, to exclusive). */
export type ReplayRange =
  { readonly eventId: string } | { readonly since: string } | { readonly from: number; readonly to: number };

/** How far a replay has come. Positions are the store's. */
export type Replay = {
  readonly replayId: string;
  readonly endpointId: string;
  readonly range: ReplayRange;
  /** Where its last page ended. */
  readonly afterPosition: number;
  /** Position at the time of the request. Later events are delivered anyway. */
  readonly upToPosition: number;
};

export type EndpointCreated = {
  readonly type: 'EndpointCreated';
  readonly data: EndpointSettings & {
    readonly account: string;
    readonly livemode: boolean;
    readonly sealedSecret: string;
  };
};
/** All settings as they are from now on. */
export type EndpointConfigured = { readonly type: 'EndpointConfigured'; readonly data: EndpointSettings };
export type EndpointEnabled = { readonly type: 'EndpointEnabled'; readonly data: Readonly<Record<string, never>> };
export type EndpointDisabled = {
  readonly type: 'EndpointDisabled';
  readonly data: {
    readonly reason: string;
    /** Its settings, where its deliveries disabled it. Missing where a request did, and in events of earlier versions. */
    readonly endpoint?: EndpointSettings;
  };
};
export type EndpointDeleted = { readonly type: 'EndpointDeleted'; readonly data: Readonly<Record<string, never>> };
export type SecretRotated = {
  readonly type: 'SecretRotated';
  readonly data: {
    readonly sealedSecret: string;
    /** Signs beside the new one until then (epoch milliseconds). */
    readonly previousSealedSecret: string;
    readonly previousValidUntil: number;
  };
};
export type TestEventRequested = {
  readonly type: 'TestEventRequested';
  readonly data: { readonly endpointId: string };
};
export type ReplayRequested = {
  readonly type: 'ReplayRequested';
  readonly data: { readonly replayId: string; readonly endpointId: string; readonly range: ReplayRange };
};
/** A page of a replay has been scheduled. */
export type ReplayAdvanced = { readonly type: 'ReplayAdvanced'; readonly data: Replay };
export type ReplayCompleted = { readonly type: 'ReplayCompleted'; readonly data: { readonly replayId: string } };

export type EndpointEvent =
  | EndpointCreated
  | EndpointConfigured
  | EndpointEnabled
  | EndpointDisabled
  | EndpointDeleted
  | SecretRotated
  | TestEventRequested
  | ReplayRequested
  | ReplayAdvanced
  | ReplayCompleted;

export type EndpointState =
  | { readonly stage: 'none' }
  | { readonly stage: 'deleted' }
  | {
      readonly stage: 'enabled' | 'disabled';
      readonly account: string;
      readonly livemode: boolean;
      readonly settings: EndpointSettings;
      readonly sealedSecret: string;
      /** Replays under way. */
      readonly replays: readonly string[];
    };

export function evolveEndpoint(state: EndpointState, event: EndpointEvent): EndpointState {
  if (event.type === 'EndpointCreated') {
    const { account, livemode, sealedSecret, url, events, description } = event.data;
    const settings = { url, events, description };
    return { stage: 'enabled', account, livemode, settings, sealedSecret, replays: [] };
  }
  if (state.stage === 'none' || state.stage === 'deleted') return state;
  switch (event.type) {
    case 'EndpointConfigured':
      return { ...state, settings: event.data };
    case 'EndpointEnabled':
      return { ...state, stage: 'enabled' };
    case 'EndpointDisabled':
      return { ...state, stage: 'disabled' };
    case 'EndpointDeleted':
      return { stage: 'deleted' };
    case 'SecretRotated':
      return { ...state, sealedSecret: event.data.sealedSecret };
    case 'ReplayRequested':
      return { ...state, replays: [...state.replays, event.data.replayId] };
    case 'ReplayCompleted':
      return { ...state, replays: state.replays.filter((id) => id !== event.data.replayId) };
    case 'TestEventRequested':
    case 'ReplayAdvanced':
      return state;
  }
}
