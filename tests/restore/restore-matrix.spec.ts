/** @slow 60 */
import { describeWithAnvil } from '@stablecoin/chains/testing';
import { cellsOf, groupsOf, nameOf, senselessness, type Cell } from './cells';
import { acceptedOf, add, NOTHING } from './counts';
import { evmGround, solanaGround, type Ground } from './ground';
import { GroupRun } from './group-run';
import { PLACES, type PlaceKind } from './place';

/** Such as `RESTORE_CELLS='solana/key/authorized/*'`, or `all`; a sample unless told. */
const CELLS = process.env['RESTORE_CELLS'];
/** In each cell. */
const PAYMENTS = Number(process.env['RESTORE_PAYMENTS'] ?? '1');
/** Of `folder`, `pair` and `dump`. */
const ON = (process.env['RESTORE_ON'] ?? 'folder,pair,dump').split(',');
/** Of dumps, where none are selected. */
const DUMPED = 'wallet/key/reserved/nothing_sent,owners/key/authorized/paid';
const TEST_MS = 20 * 60_000;

const sums = { ...NOTHING };
let cells = 0;
afterAll(() => process.stderr.write(`${cells} cells: ${JSON.stringify(sums)}\n`));

for (const place of PLACES.filter(({ name }) => ON.includes(name))) {
  describeWithAnvil(`protocol rules 34 to 37, on a ${place.name}: Base and Ethereum`, () =>
    runCells(place, evmGround, ({ chain }) => chain !== 'solana'),
  );
  describe(`protocol rules 34 to 37, on a ${place.name}: Solana`, () =>
    runCells(
      place,
      () => Promise.resolve(solanaGround()),
      ({ chain }) => chain === 'solana',
    ));
}

function runCells(place: PlaceKind, open: () => Promise<Ground>, takes: (cell: Cell) => boolean): void {
  const selected = cellsOf(CELLS ?? (place.name === 'dump' ? DUMPED : undefined)).filter(takes);
  const sensible = selected.filter((cell) => senselessness(cell) === undefined);
  let ground: Ground;
  beforeAll(async () => {
    if (sensible.length > 0) ground = await open();
  });
  afterAll(async () => {
    if (sensible.length > 0) await ground.stop();
  });
  for (const cell of selected) {
    const why = senselessness(cell);
    if (why !== undefined) it.skip(`${nameOf(cell)}: ${why}`, () => undefined);
  }
  for (const group of groupsOf(sensible)) {
    const name = `${nameOf({ ...group[0] })} and ${group.length - 1} other stages`;
    (place.isThere ? it : it.skip)(
      `${name}: nobody gets more than was ordered, nobody who is paid is told that it failed, everything ends`,
      async () => {
        const counts = await new GroupRun(ground, place, group, PAYMENTS).run();
        add(sums, counts);
        cells += group.length;
        if (CELLS !== undefined) process.stderr.write(`${place.name} ${name}: ${JSON.stringify(counts)}\n`);
        const expected = { ...NOTHING, payments: group.length * PAYMENTS };
        for (const cell of group) add(expected, acceptedOf(cell, PAYMENTS));
        expect(counts).toEqual(expected);
      },
      TEST_MS,
    );
  }
  if (selected.length === 0) it.skip('no cell is selected', () => undefined);
}
