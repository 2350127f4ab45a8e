import Database from 'libsql';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDataFolder } from './copy-data-folder';

/** What a message goes through while it is given up, in this order. */
const STEPS = ['events', 'messaging', 'treasury'] as const;
type Name = (typeof STEPS)[number];

/** Every way to spread the steps over the moments before each file is copied, and after the last. */
const SPREADS = spread(STEPS.length, STEPS.length + 1);

describe('protocol rule 42: a copy of a data folder that is in use', () => {
  const place = mkdtempSync(join(tmpdir(), 'stablecoin-payments-copy-'));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  /** How far each database is: each counts what it has of the steps. */
  function open(folder: string, name: Name): Database.Database {
    const database = new Database(join(folder, `${name}.db`));
    database.exec('create table if not exists steps (at integer)');
    return database;
  }

  it.each(SPREADS.map((moments) => ({ moments })))(
    'loses no message that is given up meanwhile, at $moments',
    ({ moments }) => {
      const dataDir = mkdtempSync(join(place, 'data-'));
      const target = join(dataDir, 'copy');
      mkdirSync(target);
      const databases = STEPS.map((name) => open(dataDir, name));
      let files = 0;
      const happens = (): void => {
        STEPS.forEach((_, step) => {
          if (moments[step] === files) databases[step]?.exec('insert into steps values (1)');
        });
        files += 1;
      };
      copyDataFolder({ dataDir }, target, happens);
      databases.forEach((database) => database.close());

      const [event, letter, ...checkpoints] = STEPS.map((name) => {
        const copy = open(target, name);
        const { has } = copy.prepare('select count(*) as has from steps').get() as { readonly has: number };
        copy.close();
        return has;
      });
      // Published again, or a letter; and no read model is ahead of the events.
      for (const passed of checkpoints) expect(passed).toBeLessThanOrEqual(letter ?? 0);
      expect(Math.max(letter ?? 0, ...checkpoints)).toBeLessThanOrEqual(event ?? 0);
    },
  );
});

/** Sequences of so many moments that never go back. */
function spread(steps: number, moments: number, from = 0): readonly (readonly number[])[] {
  if (steps === 0) return [[]];
  return Array.from({ length: moments - from }, (_, index) => from + index).flatMap((moment) =>
    spread(steps - 1, moments, moment).map((rest) => [moment, ...rest]),
  );
}
