import { derivedId } from '@stablecoin/contracts';
import { jobCommandId, originOf } from '@stablecoin/event-sourcing';
import type { Command, Job, RunResult } from '@stablecoin/event-sourcing';
import type { JobDeclaration, ServicePorts } from '@stablecoin/host';
import type { Events } from '../read-model/events';
import type { EndpointDirectory } from './endpoint-directory';
import { endpointStream, webhookEventStream } from './handlers';
import type { EndpointHandler, WebhookEventHandler } from './handlers';
import { REPLAY, REPLAY_PAGE } from './job-data';
import type { ReplayJobData } from './job-data';

export interface ReplayParts extends Pick<ServicePorts, 'clock'> {
  readonly endpointHandler: EndpointHandler;
  readonly eventHandler: WebhookEventHandler;
  readonly directory: EndpointDirectory;
  readonly events: Events;
}

const REPLAYS_AT_ONCE = 4;

/** Schedules the events of replays once more, page by page, each under its own id. */
export function replayJob(parts: ReplayParts): JobDeclaration {
  const { endpointHandler, eventHandler, directory, events, clock } = parts;

  async function run([job]: readonly [Job]): Promise<RunResult> {
    const replay = job.data as ReplayJobData;
    const { replayId, endpointId, range, afterPosition, upToPosition } = replay;
    const { account, livemode } = job;
    const endpoint = await directory.find(job, endpointId);
    const page =
      endpoint?.enabled === true
        ? await events.replayPage({
            account,
            livemode,
            range,
            afterPosition,
            upToPosition,
            limit: REPLAY_PAGE,
            types: endpoint.events === null ? null : [...endpoint.events],
          })
        : [];
    // One after the other, so that an object's events are listed in their order (protocol rule 22).
    for (const { id: eventId } of page) {
      const delivery = { id: derivedId('whd', clock.now(), replayId, eventId), endpointId };
      const command = report(job, `schedule:${eventId}`, 'ScheduleRedelivery', delivery, clock.now());
      await eventHandler.handle(webhookEventStream(eventId), command);
    }
    const last = page.at(-1);
    const stream = endpointStream(endpointId);
    const done = last === undefined || page.length < REPLAY_PAGE;
    return done
      ? endpointHandler.handle(stream, report(job, 'complete', 'CompleteReplay', { replayId }, clock.now()))
      : endpointHandler.handle(
          stream,
          report(job, 'advance', 'AdvanceReplay', { ...replay, afterPosition: last.position }, clock.now()),
        );
  }

  return {
    kind: REPLAY,
    concurrency: REPLAYS_AT_ONCE,
    // Without a batch size exactly one job is handed over.
    run: (jobs) => run(jobs as readonly [Job]),
  };
}

function report<Type extends string, Data>(
  job: Job,
  verb: string,
  type: Type,
  data: Data,
  at: number,
): Command<Type, Data> {
  return { id: jobCommandId(job, verb), type, data, at, ...originOf(job) };
}
