import { parseArgs } from 'node:util';
import { createKafkaTopics, recreateKafkaTopics, type PlannedTopic, type TopicPlan } from '@stablecoin/messaging';
import { readConfiguration } from '@stablecoin/host';
import { EXIT, type ExitCode, type ToolOptions } from './output';

const USAGE = `Makes the topics of BUS_URL=kafka://… that are missing. What is there keeps its partitions.

  npm run topics
  npm run topics -- --partitions 12 --retention-days 14 --replication 3

  --partitions       of each topic: the most instances of a service that share its work (6)
  --retention-days   how long messages are kept (7); dead letters are kept until they are handled
  --replication      copies of each partition (default: that of the cluster)
  --anew             deletes the topics first, with every message and dead letter in them: only after the events were
                     restored from a backup, while no service runs
`;

const WARNING = `
Warning: an acknowledged message is on one disk only, and is lost with it. Run three brokers, and make the topics with
--replication 3: two copies then acknowledge each message.
`;

const DAY_MS = 24 * 3_600_000;

/**
 * `npm run topics`.
 *
 * @throws Error when there is no Kafka, or it does not let us
 */
export async function makeTopics({ args, environment, output }: ToolOptions): Promise<ExitCode> {
  const plan = planOf(args);
  if (plan === undefined) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const { bus } = readConfiguration(environment);
  if (bus === 'memory') throw new Error('BUS_URL=memory: has no topics: set it to kafka://… as the services have it');
  const { anew, ...wanted } = plan;
  const topics = await (anew ? recreateKafkaTopics : createKafkaTopics)(bus, wanted);
  for (const topic of topics) output.write(line(topic, plan.partitions));
  if (topics.some(({ acknowledging }) => acknowledging < 2)) output.write(WARNING);
  return EXIT.done;
}

function planOf(args: readonly string[]): (TopicPlan & { readonly anew: boolean }) | undefined {
  const option = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        partitions: option('6'),
        'retention-days': option('7'),
        replication: option('-1'),
        anew: { type: 'boolean', default: false },
      },
    });
    const partitions = wholeNumber(values.partitions, 1);
    const days = wholeNumber(values['retention-days'], 1);
    const replication = values.replication === '-1' ? -1 : wholeNumber(values.replication, 1);
    return { partitions, replication, retentionMs: days * DAY_MS, anew: values.anew };
  } catch {
    return undefined;
  }
}

function wholeNumber(text: string, min: number): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(number >= min)) throw new RangeError(text);
  return number;
}

function line({ topic, partitions, copies, acknowledging, state }: PlannedTopic, wanted: number): string {
  const count = `${countOf(partitions, 'partition')}  ${countOf(copies, 'copy', 'copies')}, ${acknowledging} acknowledging`;
  const said = {
    created: 'made',
    there: 'there already',
    different: `there already, and left so: ${wanted} would move keys, and mix up the order of what is on its way`,
  }[state];
  return `${topic}  ${count}  ${said}\n`;
}

function countOf(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
