import { KyselyDeadLetters } from '@stablecoin/messaging';
import type { DeadLettersDatabase } from '@stablecoin/messaging';
import { databaseKinds } from '@stablecoin/stores/testing';
import type { OpenDatabase } from '@stablecoin/event-sourcing';
import { describeDeadLetters } from '../../../messaging/src/testing/dead-letters.contract';

describe.each(databaseKinds())('dead letters on $name', ({ name, open }) => {
  const opened: OpenDatabase<DeadLettersDatabase>[] = [];
  afterAll(() => Promise.all(opened.map(({ close }) => close())));

  describeDeadLetters(name, async () => {
    const database = await open<DeadLettersDatabase>();
    opened.push(database);
    return KyselyDeadLetters.open(database.db);
  });
});
