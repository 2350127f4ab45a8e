import { Controller, Module, type DynamicModule, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, Payload, type MicroserviceOptions } from '@nestjs/microservices';
import type {
  DepositScreened,
  Message,
  ScreenDeposit,
  TreasuryCommandMessage,
  TreasuryEventMessage,
} from '@stablecoin/contracts';
import { NestLogger, openRuntime, type OpenRuntimeOptions, type Runtime, readConfiguration } from '@stablecoin/host';
import type { LiveTreasury } from '../application/live-treasury';
import { treasuryService } from '../service';

/** The treasury service as it runs, in memory, with a fake service that records its messages. */
export interface TestTreasury {
  readonly runtime: Runtime;
  /** What the service has published, in order. */
  readonly told: (TreasuryEventMessage | ScreenDeposit)[];
  /** Publishes a command, and resolves when the service has handled it. */
  send(command: TestCommand): Promise<void>;
  stop(): Promise<void>;
}

/** A command with what a test does not care about left out. */
export type TestCommand = Shortened<TreasuryCommandMessage | DepositScreened>;
type Shortened<M extends Message> = M extends Message
  ? Pick<M, 'type' | 'data'> & Partial<Omit<Message, 'type' | 'data'>>
  : never;

let messages = 0;

export async function startTreasury(
  environment: Readonly<Record<string, string>> = {},
  options: OpenRuntimeOptions = {},
  live?: LiveTreasury,
): Promise<TestTreasury> {
  const configuration = readConfiguration({
    EVENT_STORE_URL: 'memory:',
    LOG_LEVEL: 'fatal',
    SANDBOX_OPENING_BALANCE: '1000',
    ...environment,
  });
  const runtime = await openRuntime(configuration, {
    consumers: ['treasury', 'fakes'],
    strictQueries: true,
    ...options,
  });
  const told: (TreasuryEventMessage | ScreenDeposit)[] = [];

  @Controller()
  class FakeService {
    @EventPattern([
      'treasury.funds_reserved',
      'treasury.reservation_refused',
      'treasury.reservation_overdue',
      'treasury.approval_requested',
      'treasury.low_balance',
      'treasury.deposit_held',
      'treasury.deposit_released',
      'compliance.ScreenDeposit',
    ])
    take(@Payload() message: TreasuryEventMessage | ScreenDeposit): void {
      told.push(message);
    }
  }
  @Module({ controllers: [FakeService] })
  class FakeServiceModule {}

  const listen = async (name: string, module: Type | DynamicModule): Promise<void> => {
    const service: INestMicroservice = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
      strategy: runtime.bus.transport(name),
      logger: new NestLogger(runtime.log),
    });
    runtime.onStop(name, () => service.close());
    await service.listen();
  };
  await listen('fakes', FakeServiceModule);
  await listen('treasury', treasuryService.forRuntime(runtime, live));
  return {
    runtime,
    told,
    send: (command) => runtime.bus.publish([message(runtime, command)]),
    stop: () => runtime.close(),
  };
}

function message(runtime: Runtime, command: TestCommand): Message {
  messages++;
  return {
    id: `req_${messages}`,
    key: 'acme.test',
    time: runtime.clock.now(),
    account: 'acme',
    livemode: false,
    correlationId: 'req_1',
    causationId: 'req_1',
    ...command,
  };
}
