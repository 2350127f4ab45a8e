import { derivedId } from '@stablecoin/contracts';
import { commandOf } from '@stablecoin/event-sourcing';
import type { Job, RunResult } from '@stablecoin/event-sourcing';
import type { JobDeclaration, ServicePorts } from '@stablecoin/host';
import { endpointStreams, webhookEventStreams } from '../domain/streams';
import type { Events } from '../read-model/events';
import type { EndpointDirectory } from './endpoint-directory';
import type { EndpointHandler, WebhookEventHandler } from './handlers';
import { REPLAY, REPLAY_PAGE } from '../domain/job-data';
import type { ReplayJobData } from '../domain/job-data';

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
      const scheduled = { at: clock.now(), verb: `schedule:${eventId}` };
      const command = commandOf(job, 'ScheduleRedelivery', delivery, scheduled);
      await eventHandler.handle(webhookEventStreams.stream(eventId), command);
    }
    const last = page.at(-1);
    const at = clock.now();
    const command =
      last === undefined || page.length < REPLAY_PAGE
        ? commandOf(job, 'CompleteReplay', { replayId }, { at, verb: 'complete' })
        : commandOf(job, 'AdvanceReplay', { ...replay, afterPosition: last.position }, { at, verb: 'advance' });
    return endpointHandler.handle(endpointStreams.stream(endpointId), command);
  }

  return {
    kind: REPLAY,
    concurrency: REPLAYS_AT_ONCE,
    // Without a batch size exactly one job is handed over.
    run: (jobs) => run(jobs as readonly [Job]),
  };
}
