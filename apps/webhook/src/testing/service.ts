import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { derivedId, newId } from '@stablecoin/contracts';
import type { Delivery, QueryMap, WebhookCommand, WebhookEndpoint, WebhookEventType } from '@stablecoin/contracts';
import { eventually, ManualClock } from '@stablecoin/event-sourcing/testing';
import { openRuntime, readConfiguration } from '@stablecoin/host';
import type { Runtime } from '@stablecoin/host';
import { webhookService } from '../service';

export interface TestTenant {
  readonly account: string;
  readonly livemode: boolean;
}
export const acme: TestTenant = { account: 'acme', livemode: false };

type Data<Type extends WebhookCommand['type']> = Extract<WebhookCommand, { type: Type }>['data'];

export const delivered = ({ status }: Delivery): boolean => status === 'delivered';
export const attempted =
  (times: number) =>
  ({ attempts }: Delivery): boolean =>
    attempts.length === times;

/** A new secret, as the gateway makes it. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The webhook service as a whole; the other services are played by the test. */
export class WebhookService {
  private constructor(
    readonly runtime: Runtime,
    readonly clock: ManualClock,
    private readonly context: INestMicroservice,
  ) {}

  /**
   * @param env - what differs from an in-memory service with the default settings
   * @param over - parts of the runtime that the test plays
   */
  static async start(
    env: Readonly<Record<string, string>> = {},
    clock = new ManualClock(),
    over: Partial<Runtime> = {},
  ): Promise<WebhookService> {
    const configuration = readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent', ...env });
    const opened = await openRuntime(configuration, { clock, consumers: ['webhook'], strictQueries: true });
    const runtime = { ...opened, ...over };
    const strategy = runtime.bus.transport('webhook');
    const module = webhookService.forRuntime(runtime);
    const context = await NestFactory.createMicroservice<MicroserviceOptions>(module, { strategy, logger: false });
    await context.listen();
    return new WebhookService(runtime, clock, context);
  }

  /** Sends a command, and returns its outcome once the read model has passed it, as the gateway does. */
  async send<Type extends WebhookCommand['type']>(type: Type, data: Data<Type>, tenant = acme) {
    const id = newId('req', this.clock.now());
    await this.#publish(id, type, data.endpointId, data, tenant);
    return this.ask('webhook.outcome', { ...tenant, id: data.endpointId, commandId: id });
  }

  /** Creates an endpoint that the next event goes to. */
  async createEndpoint(
    url: string,
    over: { readonly events?: readonly string[]; readonly secret?: string; readonly tenant?: TestTenant } = {},
  ): Promise<string> {
    const { events = null, secret = newSecret(), tenant = acme } = over;
    const endpointId = newId('whe', this.clock.now());
    const sealedSecret = this.runtime.secrets.seal(secret, 'webhook secret');
    await this.send('webhook.CreateEndpoint', { endpointId, url, events, description: null, sealedSecret }, tenant);
    return endpointId;
  }

  /** Another service publishes an event; returns its id once it is recorded. */
  async happen(
    type:
      | WebhookEventType
      | 'payment.waiting'
      | 'payment.rules_published'
      | 'treasury.deposit_held'
      | 'wallet.deposit_released',
    object: string,
    sequence: number,
    data: object = {},
    tenant = acme,
  ) {
    const id = derivedId('evt', this.clock.now(), type, object, `${sequence}`);
    await this.#publish(id, type, object, { id: object, ...data }, tenant, sequence);
    return id;
  }

  ask<Name extends keyof QueryMap>(name: Name, params: QueryMap[Name]['params']): Promise<QueryMap[Name]['result']> {
    return this.runtime.queries.ask(name, params);
  }

  async deliveries(endpointId: string, tenant = acme) {
    const all = { endpointId, status: null, limit: 100, startingAfter: null };
    return (await this.ask('webhook.deliveries', { ...tenant, ...all })).data;
  }

  /** The latest delivery to an endpoint, once it has met a condition. */
  delivery(endpointId: string, when: (delivery: Delivery) => boolean): Promise<Delivery> {
    return eventually(async () => {
      const [latest] = await this.deliveries(endpointId);
      if (latest === undefined || !when(latest)) throw new Error(`not yet: ${JSON.stringify(latest)}`);
      return latest;
    });
  }

  async endpoint(id: string): Promise<WebhookEndpoint> {
    return (await this.ask('webhook.endpoint', { ...acme, id }))!;
  }

  async stop(): Promise<void> {
    await this.context.close();
    await this.runtime.close();
  }

  async #publish(
    id: string,
    type: string,
    key: string,
    data: unknown,
    tenant: TestTenant,
    sequence?: number,
  ): Promise<void> {
    const rest = { time: this.clock.now(), correlationId: 'req_1', causationId: 'req_1', ...tenant };
    await this.runtime.bus.publish([{ id, type, key, data, ...rest, ...(sequence === undefined ? {} : { sequence }) }]);
  }
}
