/** @slow 15 */
import { describeWithAnvil } from '@stablecoin/chains/testing';
import { cellsOf, nameOf, type Cell } from './cells';
import { add, NOTHING } from './counts';
import { evmGround, solanaGround, type Ground } from './ground';
import { PLACES } from './place';
import { ReplicaRun } from './replica-run';

/** Of the last events of a payment, and of what follows from it. */
const EVENTS = 14;
const ALL = '*/*/settled_not_final/paid';
const isAll = process.env['RESTORE_REPLICA'] === 'all';
/** How many of them a replica lacks. */
const CUTS = isAll ? Array.from({ length: EVENTS }, (_, index) => index + 1) : [3, 9];
const CELLS = cellsOf(isAll ? ALL : 'solana/key/settled_not_final/paid');
const TEST_MS = 20 * 60_000;

const sums = { ...NOTHING };
afterAll(() => process.stderr.write(`replicas: ${JSON.stringify(sums)}\n`));

describeWithAnvil('protocol rule 38: a promoted replica that lacks the last events: Base and Ethereum', () =>
  runCells(evmGround, ({ chain }) => chain !== 'solana'),
);
describe('protocol rule 38: a promoted replica that lacks the last events: Solana', () =>
  runCells(
    () => Promise.resolve(solanaGround()),
    ({ chain }) => chain === 'solana',
  ));

function runCells(open: () => Promise<Ground>, takes: (cell: Cell) => boolean): void {
  const cells = CELLS.filter(takes);
  const pair = PLACES.find(({ name }) => name === 'pair');
  let ground: Ground;
  beforeAll(async () => {
    if (cells.length > 0) ground = await open();
  }, 120_000);
  afterAll(async () => {
    if (cells.length > 0) await ground.stop();
  });
  for (const cell of cells) {
    (pair?.isThere === true ? it : it.skip)(
      `${nameOf(cell)}: it closes itself, and nobody gets more than was ordered, without its last ${CUTS.join(', ')} events`,
      async () => {
        if (pair === undefined) throw new Error('there is a pair');
        const counts = await new ReplicaRun(ground, pair, cell).run(CUTS);
        for (const each of counts) add(sums, each);
        // What the store knows of the payment, and so whether it is found by the acceptance, depends on the event.
        const expected = counts.map(({ found }) => ({ ...NOTHING, payments: 1, found }));
        expect(counts).toEqual(expected);
      },
      TEST_MS,
    );
  }
  if (cells.length === 0) it.skip('no cell is selected', () => undefined);
}
