import { Controller, Module, type DynamicModule, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, Payload, type MicroserviceOptions } from '@nestjs/microservices';
import type {
  DepositScreened,
  Message,
  OwnerScreened,
  ScreenDeposit,
  ScreenOwner,
  WalletCommandMessage,
  WalletEventMessage,
} from '@stablecoin/contracts';
import { NestLogger, openRuntime, type OpenRuntimeOptions, type Runtime, readConfiguration } from '@stablecoin/host';
import { walletService } from '../service';

/** The wallet service as it runs, in memory, with a fake service that records its messages. */
export interface TestWallets {
  readonly runtime: Runtime;
  /** What the service has published, in order. */
  readonly told: (WalletEventMessage | ScreenOwner | ScreenDeposit)[];
  /** Publishes a message, and resolves when the service has handled it. */
  send(message: TestMessage): Promise<void>;
  stop(): Promise<void>;
}

/** A message with what a test does not care about left out. */
export type TestMessage = Shortened<WalletCommandMessage | OwnerScreened | DepositScreened>;
type Shortened<M extends Message> = M extends Message
  ? Pick<M, 'type' | 'data'> & Partial<Omit<Message, 'type' | 'data'>>
  : never;

let messages = 0;

export async function startWallets(
  environment: Readonly<Record<string, string>> = {},
  options: OpenRuntimeOptions = {},
): Promise<TestWallets> {
  const configuration = readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'fatal', ...environment });
  const consumers = ['wallet', 'fakes'];
  const runtime = await openRuntime(configuration, { consumers, strictQueries: true, ...options });
  const told: (WalletEventMessage | ScreenOwner | ScreenDeposit)[] = [];

  @Controller()
  class FakeService {
    @EventPattern([
      'compliance.ScreenOwner',
      'compliance.ScreenDeposit',
      'wallet.deposit_held',
      'wallet.deposit_released',
      'wallet.created',
      'wallet.activated',
      'wallet.in_review',
      'wallet.refused',
      'wallet.funded',
      'wallet.funds_reserved',
      'wallet.reservation_refused',
      'wallet.reservation_overdue',
      'wallet.approval_requested',
      'wallet.spend_limit_reached',
    ])
    take(@Payload() message: WalletEventMessage | ScreenOwner | ScreenDeposit): void {
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
  await listen('wallet', walletService.forRuntime(runtime));
  return {
    runtime,
    told,
    send: (message) => runtime.bus.publish([complete(runtime, message)]),
    stop: () => runtime.close(),
  };
}

function complete(runtime: Runtime, message: TestMessage): Message {
  messages++;
  return {
    id: `req_${messages}`,
    key: 'wal_1',
    time: runtime.clock.now(),
    account: 'acme',
    livemode: false,
    correlationId: 'req_1',
    causationId: 'req_1',
    ...message,
  };
}
