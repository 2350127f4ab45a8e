import { describeAppending } from './event-store-contract/appending';
import { describeBeforeFlush } from './event-store-contract/before-flush';
import { type EventStoreUnderTest, Fixture } from './event-store-contract/fixture';
import { describeReading } from './event-store-contract/reading';
import { describeSubscribing } from './event-store-contract/subscribing';

export type { EventStoreUnderTest } from './event-store-contract/fixture';

export interface EventStoreContractOptions {
  /** The part of the load that tests of many things at once put on the store: less where each takes a network. */
  readonly load?: number;
}

/**
 * What every event store must do, with a fresh store for each test. The tests take nothing for granted but the port:
 * positions may have gaps, and others may be using the same server.
 */
export function describeEventStore(
  name: string,
  open: () => Promise<EventStoreUnderTest>,
  { load = 1 }: EventStoreContractOptions = {},
): void {
  describe(`event store contract: ${name}`, () => {
    let fixture: Fixture;

    beforeEach(async () => {
      fixture = await Fixture.begin(await open(), load);
    });
    afterEach(() => fixture.dispose());

    describeAppending(() => fixture);
    describeReading(() => fixture);
    describeSubscribing(() => fixture);
    describeBeforeFlush(() => fixture);
  });
}
