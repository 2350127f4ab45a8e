import 'reflect-metadata';
import type { DynamicModule, Type, ValueProvider } from '@nestjs/common';
import type { Message, ServiceName } from '@stablecoin/contracts';
import { Chains } from '@stablecoin/chains';
import type { Chain } from '@stablecoin/chains';
import { complianceService, fixedSources } from '@stablecoin/compliance';
import type { IN_ORDER } from '@stablecoin/messaging';
import { paymentService } from '@stablecoin/payment';
import { ServiceComponents } from '@stablecoin/host';
import type { Runtime } from '@stablecoin/host';
import { webhookService } from '@stablecoin/webhook';
import { ALL_SERVICES } from '../../apps/standalone/src/all-services';
import type { ScreeningProvider } from '../../apps/compliance/src/application/screening-provider';
import type { Sender } from '../../apps/webhook/src/application/sender';
import type { Handlers } from './simulated-bus';

/** What reaches the world outside: the simulation's own, in the place of what the configuration would name. */
export interface Outside {
  readonly chain: Chain;
  readonly providers: readonly ScreeningProvider[];
  readonly sender: Sender;
}

/** A service that is put together, and not started. */
export interface Service {
  /** What takes messages, by their type. */
  readonly handlers: Handlers;
  /** Types of messages that are taken one after the other, by key. */
  readonly inOrder: ReadonlySet<string>;
  /** Projector, relay, workers and timers: what the holder of the lease runs. */
  readonly parts: Pick<ServiceComponents, 'onApplicationBootstrap'>;
  /** One of the service's own objects, by its class. */
  get<T>(token: Type<T>): T;
}

/** Where Nest keeps what its decorators say. */
const PATTERNS = 'microservices:pattern';
const EXTRAS = 'microservices:pattern_extras';
const PARAMETERS = 'design:paramtypes';
/** Of the parameters that have an `@Inject`. */
const INJECTED = 'self:paramtypes';

/** Puts a service together from its own module, as Nest does, on ports that are simulated. */
export function assembleService(name: Exclude<ServiceName, 'gateway'>, runtime: Runtime, outside: Outside): Service {
  const module = moduleOf(name, runtime, outside);
  const provided = new Map<unknown, unknown>();
  for (const provider of (module.providers ?? []) as ValueProvider[]) provided.set(provider.provide, provider.useValue);
  const get = <T>(token: Type<T> | symbol): T => {
    const named = typeof token === 'symbol' ? String(token) : token.name;
    if (!provided.has(token)) throw new Error(`${name} does not provide ${named}`);
    return provided.get(token) as T;
  };
  const handlers = new Map<string, (message: Message) => Promise<unknown>>();
  const inOrder = new Set<string>();
  for (const controller of module.controllers ?? []) addHandlers(controller, get, handlers, inOrder);
  return { handlers, inOrder, parts: get(ServiceComponents), get };
}

function moduleOf(name: Exclude<ServiceName, 'gateway'>, runtime: Runtime, outside: Outside): DynamicModule {
  if (name === 'payment') return paymentService.forRuntime(runtime, new Chains(outside.chain, runtime.liveChains));
  if (name === 'compliance') return complianceService.forRuntime(runtime, () => fixedSources(outside.providers));
  if (name === 'webhook') return webhookService.forRuntime(runtime, outside.sender);
  return serviceNamed(name).forRuntime(runtime);
}

function serviceNamed(name: string): (typeof ALL_SERVICES)[number] {
  const found = ALL_SERVICES.find((service) => service.name === name);
  if (found === undefined) throw new Error(`${name} is not among the services of standalone`);
  return found;
}

function addHandlers(
  controller: Type,
  get: <T>(token: Type<T> | symbol) => T,
  handlers: Map<string, (message: Message) => Promise<unknown>>,
  inOrder: Set<string>,
): void {
  const injected = (Reflect.getMetadata(INJECTED, controller) ?? []) as readonly { index: number; param: symbol }[];
  const tokens = (Reflect.getMetadata(PARAMETERS, controller) as readonly Type[]).map(
    (type, place) => injected.find(({ index }) => index === place)?.param ?? type,
  );
  const instance: object = new (controller as Type<object>)(...tokens.map((token) => get<unknown>(token)));
  for (const method of Object.getOwnPropertyNames(controller.prototype)) {
    const handler = Object.getOwnPropertyDescriptor(controller.prototype, method)?.value as unknown;
    if (typeof handler !== 'function') continue;
    const patterns = (Reflect.getMetadata(PATTERNS, handler) ?? []) as readonly string[];
    const extras = Reflect.getMetadata(EXTRAS, handler) as Partial<typeof IN_ORDER> | undefined;
    for (const pattern of patterns) {
      if (extras?.inOrder === true) inOrder.add(pattern);
      // What it throws at once is a rejection too.
      const handle = (message: Message): Promise<unknown> =>
        new Promise((resolve) => resolve(Reflect.apply(handler, instance, [message])));
      handlers.set(pattern, handle);
    }
  }
}
