import { paymentIdOf, topicOf } from '@stablecoin/contracts';
import type { Message } from '@stablecoin/contracts';
import type { Span, SpanDetails } from '@stablecoin/event-sourcing';
import { BusTransport } from '@stablecoin/messaging';
import type { Handler, ServiceBus } from '@stablecoin/messaging';
import type { Tracing } from '../observability';

/**
 * Records what goes over a bus. What is published carries the span of its publication, and what a handler does follows
 * from the span of its consumption. Within one process both are one call, so only the consumption is recorded.
 */
export function tracedBus(bus: ServiceBus, tracing: Tracing, isInProcess: boolean): ServiceBus {
  return {
    publish: isInProcess ? (messages) => bus.publish(messages) : (messages) => publish(bus, tracing, messages),
    redeliver: (consumer, message, letterId) => bus.redeliver(consumer, message, letterId),
    transport: (consumer, options) => {
      const transport = bus.transport(consumer, options);
      const own = tracing.forService(consumer);
      if (transport instanceof BusTransport) transport.around((handler) => traced(handler, own));
      return transport;
    },
  };
}

/** Only what the broker has acknowledged is recorded: until then it is published again, for as long as it takes. */
async function publish(bus: ServiceBus, tracing: Tracing, messages: readonly Message[]): Promise<void> {
  const spans: [Message, Span][] = [];
  const sent = messages.map((message) => {
    const span = tracing.start(message.traceparent);
    if (span === undefined) return message;
    spans.push([message, span]);
    return { ...message, traceparent: span.traceparent };
  });
  await bus.publish(sent);
  for (const [message, span] of spans) span.end(detailsOf('publish', message));
}

/** Starts the handler in the call, which the order of a key depends on. */
function traced(handler: Handler, tracing: Tracing): Handler {
  return (message) => {
    const span = tracing.start(message.traceparent);
    if (span === undefined) return handler(message);
    const details = detailsOf('consume', message);
    return handler({ ...message, traceparent: span.traceparent }).then(
      () => span.end(details),
      (error: unknown) => {
        span.end({ ...details, error });
        throw error;
      },
    );
  };
}

function detailsOf(operation: 'publish' | 'consume', message: Message): SpanDetails {
  const { id, type, data } = message;
  return {
    name: `${operation} ${type}`,
    kind: operation === 'publish' ? 'producer' : 'consumer',
    attributes: {
      'messaging.destination.name': topicOf(type),
      'messaging.message.id': id,
      'payment.id': paymentIdOf(message.key, data),
    },
  };
}
