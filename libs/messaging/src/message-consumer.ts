import 'reflect-metadata';
import { Controller } from '@nestjs/common';
import { PARAM_ARGS_METADATA } from '@nestjs/microservices/constants';

/**
 * A controller whose handlers take the message and nothing else: `@EventPattern('<type>') handle(message: Message)`.
 *
 * Nest gathers the arguments of a handler for each call, through pipes that may wait, which takes longer than most
 * handlers do. Told here that there are none to gather, it hands on what the transport gave.
 */
export function MessageConsumer(): ClassDecorator {
  return (consumer) => {
    Controller()(consumer);
    for (const method of Object.getOwnPropertyNames(consumer.prototype)) {
      Reflect.defineMetadata(PARAM_ARGS_METADATA, {}, consumer, method);
    }
  };
}
