import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { NestLogger } from '../observability';
import type { Runtime } from '../runtime';
import type { Service } from '../service';

/** Starts a service on its runtime. Resolves when it consumes from the bus; the runtime stops it. */
export async function startMicroservice(runtime: Runtime, declared: Service): Promise<INestMicroservice> {
  const { name } = declared;
  const service = await NestFactory.createMicroservice<MicroserviceOptions>(declared.forRuntime(runtime), {
    strategy: runtime.bus.transport(name),
    logger: new NestLogger(runtime.log),
  });
  runtime.onStop(name, () => service.close());
  await service.listen();
  return service;
}
