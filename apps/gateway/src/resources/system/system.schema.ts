import {
  ALARM_NAMES,
  ENDPOINT_FAULTS,
  SERVICES,
  type Alarm,
  type ChainReport,
  type DeadLetterView,
  type EndpointReport,
  type Redriven,
  type ServiceReport,
  type System,
  type SystemService,
} from '@stablecoin/contracts';
import { EXAMPLE, EXAMPLE_ULID } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { known, knownWords, listOf, nullable, pageSchema, ref, resource } from '../../openapi/schema';
import { chain, id, time } from '../../openapi/values';

export const deadLetter: DeadLetterView = {
  id: `dlt_${EXAMPLE_ULID}`,
  consumer: 'webhook',
  type: 'payment.settled',
  object: EXAMPLE.payment,
  message_id: EXAMPLE.event,
  cause: 'TypeError',
  attempts: 8,
  failed_at: EXAMPLE.settledAt,
  created_at: EXAMPLE.createdAt,
};

export const redriven: Redriven = { id: deadLetter.id, outcome: 'handled', cause: null };

const service: SystemService = {
  name: 'payment',
  status: 'up',
  version: '0.1.0',
  started_at: EXAMPLE.createdAt,
  uptime_seconds: 3600,
  checks: [{ name: 'event store', status: 'up' }],
  read_models: [{ name: 'payment', position: 120, behind: 0 }],
  outbox: { position: 118, behind: 2 },
  jobs: [{ kind: 'submission', waiting: 3, oldest_due_at: EXAMPLE.createdAt }],
};

export const system: System = {
  as_of: EXAMPLE.settledAt,
  version: '0.1.0',
  status: 'degraded',
  services: [service],
  chains: [
    {
      chain: 'base',
      needed: 2,
      agreeing: 2,
      endpoints: [
        {
          name: 'rpc.example.com',
          status: 'faulty',
          height: 120,
          behind: 3,
          seen_at: EXAMPLE.createdAt,
          last_fault: 'silent',
          last_fault_at: EXAMPLE.createdAt,
        },
      ],
    },
  ],
  dead_letters: 0,
  alarms: [
    {
      name: 'sender_gas_low',
      service: 'treasury',
      severity: 'warning',
      message: `The sender ${EXAMPLE.recipient} on base has little gas left. Top it up.`,
      object: `base ${EXAMPLE.recipient}`,
    },
  ],
};

const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const serviceName = known(SERVICES, 'The service.');

export const systemSchemas: Readonly<Record<string, Schema>> = {
  System: resource<System>(
    'The state of the whole service.',
    {
      as_of: time('When the state was read.'),
      version: { type: 'string', description: 'Of the gateway that answers.' },
      status: knownWords<System['status']>('The overall state.', {
        up: 'No alarm is raised.',
        degraded: 'An alarm is raised.',
      }),
      services: listOf(ref('SystemService'), 'Every service.'),
      chains: listOf(ref('SystemChain'), 'The chains of live mode; none without.'),
      dead_letters: nullable(
        count('Messages of all accounts that could not be handled; `null`: they could not be counted in time.'),
      ),
      alarms: listOf(ref('Alarm'), 'The raised alarms.'),
    },
    [system],
  ),

  SystemService: resource<SystemService>('The state of one service.', {
    name: serviceName,
    status: knownWords<SystemService['status']>('Whether it works.', {
      up: 'Every part that it needs is there.',
      degraded: 'A part that it needs is missing.',
      unreachable: 'It did not answer within two seconds.',
    }),
    version: nullable({ type: 'string', description: 'Its version.' }),
    started_at: nullable(time('When it started.')),
    uptime_seconds: nullable(count('For how long it has been running.')),
    checks: listOf(ref('SystemCheck'), 'The parts that it needs.'),
    read_models: listOf(ref('SystemReadModel'), 'Its read models.'),
    outbox: nullable({
      ...ref('SystemOutbox'),
      description: 'What it publishes; `null`: it publishes nothing, or another instance of it does.',
    }),
    jobs: listOf(ref('SystemJobs'), 'Its jobs, by kind.'),
  }),

  SystemCheck: resource<ServiceReport['checks'][number]>('A part that a service needs.', {
    name: { type: 'string', description: 'The part.' },
    status: known(['up', 'down'], 'Whether it answers.'),
  }),

  SystemReadModel: resource<ServiceReport['read_models'][number]>('The progress of a read model.', {
    name: { type: 'string', description: 'The read model.' },
    position: count('The position of the event store that it includes.'),
    behind: count(
      'Positions of the event store that it does not include yet. A busy service is always slightly behind.',
    ),
  }),

  SystemOutbox: resource<NonNullable<ServiceReport['outbox']>>('The progress of publishing.', {
    position: count('The position of the event store whose messages are all acknowledged.'),
    behind: count('Positions of the event store after that.'),
  }),

  SystemJobs: resource<ServiceReport['jobs'][number]>('The jobs of one kind.', {
    kind: { type: 'string', description: 'The kind.' },
    waiting: { ...count('Jobs that are due. Counted up to 10,000.'), maximum: 10_000 },
    oldest_due_at: nullable(time('Since when the oldest of them has been due; `null`: none is.')),
  }),

  SystemChain: resource<ChainReport>('A chain of live mode.', {
    chain,
    needed: count('Endpoints that have to agree.'),
    agreeing: count('Endpoints whose last answer was used.'),
    endpoints: listOf(ref('SystemEndpoint'), 'Those that are configured.'),
  }),

  SystemEndpoint: resource<EndpointReport>('An RPC endpoint of a chain.', {
    name: { type: 'string', description: 'Its name, without credentials.' },
    status: knownWords<EndpointReport['status']>('Whether its last answer was used.', {
      agreeing: 'It was.',
      faulty: 'It was not used.',
      unknown: 'It was not asked yet.',
    }),
    height: nullable(count('Its latest block or slot; `null`: none was seen yet.')),
    behind: nullable(count('How far that is behind the highest of the endpoints.')),
    seen_at: nullable(time('When that was seen.')),
    last_fault: nullable(known(ENDPOINT_FAULTS, 'Why its answer was not used last; `null`: never happened.')),
    last_fault_at: nullable(time('When that was.')),
  }),

  Alarm: resource<Alarm>('An alarm.', {
    name: known(ALARM_NAMES, 'What it is. More may be added.'),
    service: serviceName,
    severity: knownWords<Alarm['severity']>('The severity.', {
      warning: 'Nothing is stopped yet.',
      critical: 'Something is stopped, or wrong.',
    }),
    message: { type: 'string', description: 'What is wrong, and what to do.' },
    object: nullable({ type: 'string', description: 'What it is about, such as a chain; `null`: the service.' }),
  }),

  DeadLetter: resource<DeadLetterView>(
    'A message that could not be handled.',
    {
      id: id('dlt', 'the dead letter'),
      consumer: known(SERVICES, 'The service that could not handle it.'),
      type: { type: 'string', description: 'The type of the message.', examples: ['payment.settled'] },
      object: { type: 'string', description: 'Id of the object that it is about.' },
      message_id: { type: 'string', description: 'Id of the message.' },
      cause: { type: 'string', description: 'The class of the error. The log of the service has its message.' },
      attempts: { type: 'integer', minimum: 1, description: 'How often it was tried.' },
      failed_at: time('When it became a dead letter.'),
      created_at: time('When the message was sent.'),
    },
    [deadLetter],
  ),

  DeadLetterList: pageSchema('DeadLetter', 'dead letters'),

  Redriven: resource<Redriven>(
    'The result of a redrive.',
    {
      id: id('dlt', 'the dead letter'),
      outcome: knownWords<Redriven['outcome']>('The result.', {
        handled: 'It was handled and is removed.',
        sent: 'Its consumer is in another process, and removes it when it has handled it.',
        failed: 'It failed again and stays.',
      }),
      cause: nullable({ type: 'string', description: 'The kind of the error that it failed with.' }),
    },
    [redriven],
  ),
};
