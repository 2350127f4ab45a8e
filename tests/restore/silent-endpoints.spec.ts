/** @slow 30 */
import { describeWithAnvil } from '@stablecoin/chains/testing';
import { cellsOf, groupsOf, nameOf, senselessness, type Cell } from './cells';
import { acceptedOf, add, NOTHING } from './counts';
import { evmGround, solanaGround, type Ground } from './ground';
import { GroupRun } from './group-run';
import { PLACES } from './place';

const ENDPOINTS = 3;
/** Of the three endpoints of each chain. */
const SILENT = [1, 2] as const;
const ALL = '*/key/*/paid,*/key/*/nothing_sent';
/** One that is refused while an endpoint is silent, and one that a majority shows. */
const SAMPLE = 'solana/key/reserved/nothing_sent,base/key/broadcast/paid';
/** Such as `solana/key/broadcast/paid`, or `all`. */
const asked = process.env['RESTORE_SILENT'] ?? SAMPLE;
const CELLS = cellsOf(asked === 'all' ? ALL : asked).filter((cell) => senselessness(cell) === undefined);
const PAYMENTS = Number(process.env['RESTORE_PAYMENTS'] ?? '1');
const TEST_MS = 20 * 60_000;

const sums = { ...NOTHING };
let cells = 0;
afterAll(() => process.stderr.write(`${cells} cells: ${JSON.stringify(sums)}\n`));

describeWithAnvil('protocol rules 29 and 34: silent endpoints at a restore: Base and Ethereum', () =>
  runCells(
    () => evmGround(ENDPOINTS),
    ({ chain }) => chain !== 'solana',
  ),
);
describe('protocol rules 29 and 34: silent endpoints at a restore: Solana', () =>
  runCells(
    () => Promise.resolve(solanaGround(ENDPOINTS)),
    ({ chain }) => chain === 'solana',
  ));

function runCells(open: () => Promise<Ground>, takes: (cell: Cell) => boolean): void {
  const groups = groupsOf(CELLS.filter(takes));
  const [folder] = PLACES;
  let ground: Ground;
  beforeAll(async () => {
    if (groups.length > 0) ground = await open();
  }, 120_000);
  afterAll(async () => {
    if (groups.length > 0) await ground.stop();
  });
  const runs = groups.flatMap((group) => SILENT.map((silent) => ({ group, silent })));
  for (const { group, silent } of runs) {
    it(
      `${silent} of ${ENDPOINTS}: ${nameOf({ ...group[0] })} and ${group.length - 1} other stages: it waits, and ends when they are back`,
      async () => {
        if (folder === undefined) throw new Error('there is a kind of place');
        const counts = await new GroupRun(ground, folder, group, PAYMENTS, silent).run();
        add(sums, counts);
        cells += group.length;
        const expected = { ...NOTHING, payments: group.length * PAYMENTS };
        for (const cell of group) add(expected, acceptedOf(cell, PAYMENTS));
        expect(counts).toEqual(expected);
      },
      TEST_MS,
    );
  }
  if (groups.length === 0) it.skip('no cell is selected', () => undefined);
}
