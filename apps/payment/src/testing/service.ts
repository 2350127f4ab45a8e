import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { DynamicModule } from '@nestjs/common';
import type { Chains } from '@stablecoin/chains';
import { newId } from '@stablecoin/contracts';
import type { Message, Payment, PaymentOrder, PaymentStage } from '@stablecoin/contracts';
import { ManualClock, eventually } from '@stablecoin/event-sourcing/testing';
import { openRuntime, readConfiguration } from '@stablecoin/host';
import type { Runtime } from '@stablecoin/host';
import { paymentService } from '../service';
import { FakeServices, FakeServicesModule } from './fake-services';
import { T0, order } from './payments';

const TENANT = { account: 'acme', livemode: false };

/** The payment service as a whole: through Nest, on its own store, with fakes of the other services. */
export class TestService {
  constructor(
    readonly runtime: Runtime,
    readonly clock: ManualClock,
    readonly fakes: FakeServices,
  ) {}

  /**
   * In memory, unless the environment names a folder; on a clock that stands still.
   *
   * @param around - what the service is given in the place of the runtime: to let something go wrong there
   */
  static async start(
    env: Record<string, string> = {},
    clock = new ManualClock(T0),
    fakes = new FakeServices(),
    chains?: Chains,
    around = (runtime: Runtime): Runtime => runtime,
  ): Promise<TestService> {
    const configuration = readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent', ...env });
    const consumers = ['payment', 'fakes'];
    const runtime = around(await openRuntime(configuration, { clock, consumers, strictQueries: true }));
    return TestService.on(runtime, clock, fakes, chains);
  }

  /** On ports that the test has opened. */
  static async on(runtime: Runtime, clock: ManualClock, fakes: FakeServices, chains?: Chains): Promise<TestService> {
    await listen(runtime, 'payment', paymentService.forRuntime(runtime, chains));
    await listen(runtime, 'fakes', FakeServicesModule.forBus(runtime.bus, fakes));
    return new TestService(runtime, clock, fakes);
  }

  stop(): Promise<void> {
    return this.runtime.close();
  }

  /** Publishes an order as the gateway does, and answers with the payment's id. */
  async initiate(changes: Partial<PaymentOrder> = {}): Promise<string> {
    const paymentId = newId('pay', this.clock.now());
    await this.publish('payment.InitiatePayment', order({ paymentId, ...changes }), paymentId);
    return paymentId;
  }

  /** Publishes a message of the test account, now. */
  async publish(type: string, data: unknown, key: string, more: Partial<Message> = {}): Promise<void> {
    const id = newId('msg', this.clock.now());
    const message: Message = {
      ...TENANT,
      id,
      type,
      key,
      data,
      time: this.clock.now(),
      correlationId: id,
      causationId: id,
      ...more,
    };
    await this.runtime.bus.publish([message]);
  }

  async get(id: string): Promise<Payment> {
    const payment = await this.runtime.queries.ask('payment.get', { ...TENANT, id });
    if (payment === null) throw new Error(`there is no payment ${id}`);
    return payment;
  }

  /**
   * Waits until the payment has ended and everybody was told; the clock moves on meanwhile, as far as it has to.
   *
   * @param stepMs - how far the clock moves between two looks, in milliseconds
   */
  async end(id: string, stepMs = 250): Promise<Payment> {
    const hasEnded = async (): Promise<Payment> => {
      const types = this.fakes.typesAbout(id);
      const payment = await this.get(id);
      if (payment.status !== 'pending' && types.some((type) => TERMINAL.has(type))) return payment;
      this.clock.advance(stepMs);
      throw new Error(`payment ${id} is ${payment.status}, in stage ${payment.stage}`);
    };
    return eventually(hasEnded);
  }

  /** Waits until a payment under way is in a stage, while the clock stands still. */
  async reaches(stage: PaymentStage, id: string): Promise<void> {
    await eventually(async () => expect((await this.get(id)).stage).toBe(stage));
  }

  /**
   * Pays an amount that is included, reorganised away and included again, and lets the service look in each phase.
   *
   * @returns the payment's id, when its submission is final
   */
  async reorganise(order: Partial<PaymentOrder>): Promise<string> {
    const id = await this.initiate(order);
    await this.reaches('broadcast', id);
    this.clock.advance(100);
    await this.reaches('done', id);
    await eventually(async () => {
      this.clock.advance(50);
      const [chain] = order.candidates ?? ['base'];
      expect(await this.types(`submission-${chain}.sandbox`)).toContain('SubmissionFinal');
    });
    return id;
  }

  /** The types of the events on a stream. */
  async types(stream: string): Promise<readonly string[]> {
    return (await this.runtime.store.read(stream)).map(({ type }) => type);
  }
}

const TERMINAL = new Set(['payment.settled', 'payment.failed', 'payment.compliance_blocked']);

async function listen(runtime: Runtime, name: string, module: DynamicModule): Promise<void> {
  const service = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
    strategy: runtime.bus.transport(name),
    logger: false,
  });
  runtime.onStop(name, () => service.close());
  await service.listen();
}
