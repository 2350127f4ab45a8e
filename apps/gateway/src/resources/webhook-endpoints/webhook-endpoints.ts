import {
  ApiError,
  newId,
  type CreateEndpoint,
  type DeleteEndpoint,
  type QueryMap,
  type ReplayEvents,
  type RotateSecret,
  type SendTestEvent,
  type UpdateEndpoint,
  type WebhookCommand,
  type WebhookEndpoint,
  found,
  invalid,
} from '@stablecoin/contracts';
import type { Json } from '@stablecoin/event-sourcing';
import { checkWebhookUrl } from '@stablecoin/security';
import type { Configuration } from '@stablecoin/host';
import type { Queries } from '@stablecoin/messaging';
import type { SecretBox } from '@stablecoin/security';
import { newWebhookSecret } from './webhook-secret';
import { ACCOUNT_LIMITS, type RequestContext } from '@stablecoin/access';
import { commandMessage } from '../../application/command-message';
import type { Writes, Written } from '../../application/writes';

/** An endpoint with its signing secret, which is shown once: null in a replay. */
export type EndpointWithSecret = WebhookEndpoint & { readonly secret: string | null };

/** The changes to an endpoint. Missing fields stay unchanged. */
export type EndpointChange = Omit<UpdateEndpoint['data'], 'endpointId'>;

/** Which events are sent again: one, those after one, or those of a span of time, which without an end ends now. */
export type ReplayedEvents =
  { readonly eventId: string } | { readonly since: string } | { readonly from: number; readonly to: number | null };

/** Where the account's events are sent to. */
export class WebhookEndpoints {
  constructor(
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
    private readonly secrets: SecretBox,
    private readonly settings: Pick<Configuration, 'webhookAllowPrivate' | 'chains'>,
  ) {}

  /** @throws ApiError `invalid_request` for a URL that events must not be sent to; `invalid_state` when there are too many */
  async create(
    context: RequestContext,
    input: Pick<WebhookEndpoint, 'url' | 'events' | 'description'>,
  ): Promise<Written<EndpointWithSecret>> {
    this.#requireUrl(context, input.url);
    if (!(await this.writes.isRepeated(context, { ...input }))) await this.#requireRoom(context);
    const secret = newWebhookSecret();
    const endpointId = newId('whe', context.at);
    const data: CreateEndpoint['data'] = {
      endpointId,
      ...input,
      sealedSecret: this.secrets.seal(secret, 'webhook secret'),
    };
    const written = await this.#perform(context, { ...input }, { type: 'webhook.CreateEndpoint', data });
    return withSecret(written, secret);
  }

  /** @throws ApiError `not_found`; `invalid_request` for a URL that events must not be sent to */
  async update(context: RequestContext, endpointId: string, change: EndpointChange): Promise<Written<WebhookEndpoint>> {
    const endpoint = await this.#existing(context, endpointId);
    if (change.url !== undefined) this.#requireUrl(context, change.url);
    if (Object.keys(change).length === 0) return { object: endpoint, replayed: false };
    const data: UpdateEndpoint['data'] = { endpointId, ...change };
    return this.#perform(context, { endpointId, ...change }, { type: 'webhook.UpdateEndpoint', data });
  }

  /** @throws ApiError `not_found` */
  async remove(context: RequestContext, endpointId: string): Promise<void> {
    await this.#existing(context, endpointId);
    const { account, livemode } = context;
    const message = commandMessage<DeleteEndpoint>(context, {
      type: 'webhook.DeleteEndpoint',
      key: endpointId,
      data: { endpointId },
    });
    const isGone = async (): Promise<boolean> =>
      (await this.queries.ask('webhook.endpoint', { account, livemode, id: endpointId })) === null;
    await this.writes.perform(context, {
      params: { endpointId },
      plan: () => ({ resources: [endpointId], messages: [message] }),
      outcome: async () => ({ applied: await isGone(), refusal: null }),
      read: () => Promise.resolve({}),
    });
  }

  /**
   * @param expiresInS - for how many seconds the secret before still signs; undefined: 24 hours
   * @throws ApiError `not_found`
   */
  async rotateSecret(
    context: RequestContext,
    endpointId: string,
    expiresInS?: number,
  ): Promise<Written<EndpointWithSecret>> {
    await this.#existing(context, endpointId);
    const secret = newWebhookSecret();
    const overlap = expiresInS === undefined ? {} : { previousForS: expiresInS };
    const data: RotateSecret['data'] = {
      endpointId,
      sealedSecret: this.secrets.seal(secret, 'webhook secret'),
      ...overlap,
    };
    const params = { endpointId, ...overlap };
    return withSecret(await this.#perform(context, params, { type: 'webhook.RotateSecret', data }), secret);
  }

  /** @throws ApiError `not_found` */
  async sendTest(context: RequestContext, endpointId: string): Promise<Written<WebhookEndpoint>> {
    await this.#existing(context, endpointId);
    const data: SendTestEvent['data'] = { endpointId };
    return this.#perform(context, { endpointId }, { type: 'webhook.SendTestEvent', data });
  }

  /** @throws ApiError `not_found`, also for an event that is named; `invalid_state` when too many replays are under way */
  async replay(
    context: RequestContext,
    endpointId: string,
    replayed: ReplayedEvents,
  ): Promise<Written<WebhookEndpoint>> {
    await this.#existing(context, endpointId);
    if ('eventId' in replayed) await this.#requireEvent(context, replayed.eventId, 'event_id');
    if ('since' in replayed) await this.#requireEvent(context, replayed.since, 'since');
    const params = { endpointId, range: replayed };
    if (!(await this.writes.isRepeated(context, params))) await this.#requireFewReplays(context);
    const range = 'from' in replayed ? { from: replayed.from, to: replayed.to ?? context.at } : replayed;
    const data: ReplayEvents['data'] = { endpointId, range };
    // As the client says it: a repetition with the same key comes at another time.
    return this.#perform(context, params, { type: 'webhook.ReplayEvents', data });
  }

  #perform(
    context: RequestContext,
    params: Json,
    command: Pick<WebhookCommand, 'type' | 'data'>,
  ): Promise<Written<WebhookEndpoint>> {
    const { account, livemode } = context;
    const { endpointId } = command.data;
    return this.writes.perform(context, {
      params,
      plan: () => ({
        resources: [endpointId],
        messages: [commandMessage<WebhookCommand>(context, { ...command, key: endpointId })],
      }),
      outcome: ({ requestId, resources: [id = endpointId] }) =>
        this.queries.ask('webhook.outcome', { account, livemode, id, commandId: requestId }),
      read: ({ resources: [id = endpointId] }) => this.queries.ask('webhook.endpoint', { account, livemode, id }),
    });
  }

  async #existing({ account, livemode }: RequestContext, id: string): Promise<WebhookEndpoint> {
    return found(await this.queries.ask('webhook.endpoint', { account, livemode, id }), 'webhook endpoint');
  }

  async #requireEvent({ account, livemode }: RequestContext, id: string, param: string): Promise<void> {
    found(await this.queries.ask('webhook.event', { account, livemode, wallets: null, id }), 'event', param);
  }

  async #requireRoom({ account, livemode }: RequestContext): Promise<void> {
    const limit = ACCOUNT_LIMITS.webhookEndpoints;
    const { data } = await this.queries.ask('webhook.endpoints', { account, livemode, limit, startingAfter: null });
    if (data.length < limit) return;
    const message = `Your account has ${limit} webhook endpoints, which is the limit: delete one first.`;
    throw new ApiError('invalid_state', message);
  }

  async #requireFewReplays({ account, livemode }: RequestContext): Promise<void> {
    const limit = ACCOUNT_LIMITS.replays;
    if ((await this.queries.ask('webhook.replays', { account, livemode })) < limit) return;
    const message = `Your account has ${limit} replays under way, which is the limit: send this again when one has ended.`;
    throw new ApiError('invalid_state', message);
  }

  #requireUrl({ livemode }: RequestContext, url: string): void {
    const { webhookAllowPrivate, chains } = this.settings;
    const allow = webhookAllowPrivate[livemode ? 'live' : 'sandbox'];
    const problem = checkWebhookUrl(url, { livemode, allow, localChains: chains === 'local' });
    if (problem !== null) throw invalid('url', problem);
  }
}

function withSecret({ object, replayed }: Written<WebhookEndpoint>, secret: string): Written<EndpointWithSecret> {
  return { object: { ...object, secret: replayed ? null : secret }, replayed };
}
