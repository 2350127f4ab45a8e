import { Controller, Module } from '@nestjs/common';
import type { DynamicModule, INestMicroservice } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { ComplianceCommand, ComplianceEvent, QueryMap } from '@stablecoin/contracts';
import { ManualClock } from '@stablecoin/event-sourcing/testing';
import { RethrowFilter } from '@stablecoin/messaging';
import { openRuntime, readConfiguration } from '@stablecoin/host';
import type { Runtime } from '@stablecoin/host';
import type { SourcesFor } from '../application/screening-sources';
import { complianceService } from '../service';

/** What compliance tells the other services, kept in the order in which it came. */
class Received {
  readonly messages: ComplianceEvent[] = [];
}

@Controller()
class FakeService {
  constructor(private readonly received: Received) {}

  @EventPattern('compliance.payment_screened')
  paymentScreened(@Payload() message: ComplianceEvent): void {
    this.received.messages.push(message);
  }

  @EventPattern('compliance.owner_screened')
  ownerScreened(@Payload() message: ComplianceEvent): void {
    this.received.messages.push(message);
  }

  @EventPattern('compliance.deposit_screened')
  depositScreened(@Payload() message: ComplianceEvent): void {
    this.received.messages.push(message);
  }

  @EventPattern('compliance.match_found')
  matchFound(@Payload() message: ComplianceEvent): void {
    this.received.messages.push(message);
  }

  @EventPattern('compliance.completed')
  completed(@Payload() message: ComplianceEvent): void {
    this.received.messages.push(message);
  }
}

@Module({})
class FakeServiceModule {
  static with(received: Received): DynamicModule {
    return {
      module: FakeServiceModule,
      controllers: [FakeService],
      providers: [
        { provide: APP_FILTER, useClass: RethrowFilter },
        { provide: Received, useValue: received },
      ],
    };
  }
}

type Data<Type extends ComplianceCommand['type']> = Extract<ComplianceCommand, { type: Type }>['data'];
type Answer<Type extends ComplianceEvent['type']> = Extract<ComplianceEvent, { type: Type }>;

let ids = 0;

/** The compliance service as a whole, with the other services played by the test. */
export class ComplianceService {
  readonly #received: Received;
  readonly #contexts: readonly INestMicroservice[];

  private constructor(
    readonly runtime: Runtime,
    readonly clock: ManualClock,
    readonly logged: readonly string[],
    received: Received,
    contexts: readonly INestMicroservice[],
  ) {
    this.#received = received;
    this.#contexts = contexts;
  }

  /**
   * @param env - what differs from an in-memory service with the default settings
   * @param given - who is asked; by default those that the configuration names
   */
  static async start(
    env: Readonly<Record<string, string>> = {},
    clock = new ManualClock(),
    given?: SourcesFor,
  ): Promise<ComplianceService> {
    const logged: string[] = [];
    const runtime = await openRuntime(readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'error', ...env }), {
      clock,
      consumers: ['compliance', 'fakes'],
      strictQueries: true,
      logDestination: { write: (line) => void logged.push(line) },
    });
    const received = new Received();
    const contexts = await Promise.all(
      [
        ['compliance', complianceService.forRuntime(runtime, given)] as const,
        ['fakes', FakeServiceModule.with(received)] as const,
      ].map(async ([name, module]) => {
        const strategy = runtime.bus.transport(name);
        const context = await NestFactory.createMicroservice<MicroserviceOptions>(module, { strategy, logger: false });
        await context.listen();
        return context;
      }),
    );
    return new ComplianceService(runtime, clock, logged, received, contexts);
  }

  /** Sends a command, and returns its id when it has been handled. */
  async send<Type extends ComplianceCommand['type']>(
    type: Type,
    data: Data<Type>,
    tenant: { readonly account?: string; readonly livemode?: boolean } = {},
  ): Promise<string> {
    const id = `msg_${++ids}`;
    const { account = 'acme', livemode = false } = tenant;
    const key = Object.values(data)[0] as string;
    const rest = { time: this.clock.now(), correlationId: 'req_1', causationId: 'req_1', account, livemode };
    await this.runtime.bus.publish([{ id, type, key, data, ...rest }]);
    return id;
  }

  /** What was told under one key: a payment's, a wallet's, or a ref. */
  told<Type extends ComplianceEvent['type']>(type: Type, key: string): readonly Answer<Type>['data'][] {
    return this.#received.messages.flatMap((message) =>
      message.type === type && message.key === key ? [message.data as Answer<Type>['data']] : [],
    );
  }

  ask<Name extends keyof QueryMap>(name: Name, params: QueryMap[Name]['params']): Promise<QueryMap[Name]['result']> {
    return this.runtime.queries.ask(name, params);
  }

  async stop(): Promise<void> {
    for (const context of this.#contexts) await context.close();
    await this.runtime.close();
  }
}
