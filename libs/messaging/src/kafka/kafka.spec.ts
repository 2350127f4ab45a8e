/** @needs kafka */
import { describeBus } from '../testing/bus.contract';
import { describeDeadLetters } from '../testing/dead-letters.contract';
import { describeWithKafka } from './testing/cluster';
import { describeDelivery } from './testing/delivery.contract';
import { describeFaults } from './testing/faults';
import { describeSubscriberExample } from './testing/subscriber-example';

describeWithKafka('Kafka', (cluster) => {
  describeBus('Kafka', async (limits) => {
    const bus = cluster.open(await cluster.connect(), limits);
    return {
      bus,
      deadLetters: bus.deadLetters,
      transport: (consumer) => bus.transport(consumer),
      close: () => cluster.closeBuses(),
    };
  });

  describeDeadLetters('Kafka', async () => {
    const bus = cluster.open(await cluster.connect());
    return bus.deadLetters;
  });

  describeDelivery(cluster);
  describeSubscriberExample(cluster);
  describeFaults(cluster);
});
