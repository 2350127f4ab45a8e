import { Inject, Module } from '@nestjs/common';
import type { DynamicModule, INestMicroservice, Provider } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { EventPattern } from '@nestjs/microservices';
import type { CustomTransportStrategy, MicroserviceOptions } from '@nestjs/microservices';
import type { Message } from '@stablecoin/contracts';
import { IN_ORDER } from '../bus-transport';
import { MessageConsumer } from '../message-consumer';
import { RethrowFilter } from '../rethrow-filter';

const TAKE = Symbol('take');

/** What the service under test does with a message. */
export type Take = (message: Message) => unknown;

/** A controller as every service has one. */
@MessageConsumer()
class RecordingController {
  constructor(@Inject(TAKE) private readonly take: Take) {}

  @EventPattern('payment.InitiatePayment')
  initiatePayment(message: Message): unknown {
    return this.take(message);
  }

  @EventPattern('payment.settled')
  settled(message: Message): unknown {
    return this.take(message);
  }

  @EventPattern('payment.failed')
  failed(message: Message): unknown {
    return this.take(message);
  }

  @EventPattern('payment.compliance_blocked', IN_ORDER)
  blocked(message: Message): unknown {
    return this.take(message);
  }
}

@Module({})
class RecordingModule {}

/**
 * A real Nest context that consumes `payment.InitiatePayment`, `payment.settled`, `payment.failed`, and in order
 * `payment.compliance_blocked`.
 */
export async function listenWith(
  strategy: CustomTransportStrategy,
  take: Take,
  providers: Provider[] = [{ provide: APP_FILTER, useClass: RethrowFilter }],
): Promise<INestMicroservice> {
  const module: DynamicModule = {
    module: RecordingModule,
    controllers: [RecordingController],
    providers: [{ provide: TAKE, useValue: take }, ...providers],
  };
  const service = await NestFactory.createMicroservice<MicroserviceOptions>(module, { strategy, logger: false });
  await service.listen();
  return service;
}
