import type { Measurement } from '../bench';
import { atLeast } from '../report/section';
import { eventsByCategory, rebuildAll } from '../stores/tools';

const EVENTS_PER_SECOND_WANTED = 50_000;

/** The streams that each read model with payments in it is made from, by their category. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  payment: ['payment', 'submission'],
  compliance: ['screening'],
  treasury: ['treasury'],
  webhook: ['webhook_event', 'webhook_delivery', 'webhook_endpoint'],
};

/** How long a service takes to make its read models anew, with the tool that operators have for it. */
export const rebuild: Measurement = {
  name: 'rebuild',
  title: 'Read-model rebuild',
  run: async ({ cleanup, progress, scale, shelf }) => {
    progress.begin(2);
    progress.step('a store to rebuild from');
    const onFilling = (what: string, done: number, total: number): void => progress.within(what, done, total);
    const { folder } = await shelf.take(scale.storeSize, cleanup, onFilling);
    progress.step('rebuild');
    const rebuilt = await rebuildAll(folder.path, cleanup, (service, percent) => onFilling(service, percent, 100));
    const counts = eventsByCategory(folder.path);
    const rows = rebuilt.flatMap(({ service, seconds }) => {
      const own = (CATEGORIES[service] ?? []).reduce((sum, category) => sum + (counts.get(category) ?? 0), 0);
      return own === 0 ? [] : [{ service, events: own, seconds, eventsPerSecond: own / seconds }];
    });
    const total = rows.reduce(
      (sum, { events, seconds }) => ({ events: sum.events + events, seconds: sum.seconds + seconds }),
      { events: 0, seconds: 0 },
    );
    const eventsPerSecond = total.events / total.seconds;
    return {
      columns: [
        { key: 'service', title: 'read model', format: 'text' },
        { key: 'events', title: 'events', format: 'whole' },
        { key: 'seconds', title: 'seconds', format: 'tenths' },
        { key: 'eventsPerSecond', title: 'events/s', format: 'whole' },
      ],
      rows: [...rows, { service: 'all of them', ...total, eventsPerSecond }],
      verdicts: [atLeast('events per second into read models', eventsPerSecond, EVENTS_PER_SECOND_WANTED)],
    };
  },
};
