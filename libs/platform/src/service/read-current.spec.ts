import { NotReachedError } from '@stablecoin/event-sourcing';
import { readCurrent } from './read-current';

const store = { head: () => Promise.resolve(7) };
let row: string | null;
let waitedFor: number[];
beforeEach(() => {
  row = null;
  waitedFor = [];
});

function projector(then: () => void) {
  return {
    waitFor: (position: number): Promise<void> => {
      waitedFor.push(position);
      return new Promise((resolve) => {
        then();
        resolve();
      });
    },
  };
}

it('finds what is there without waiting for anything', async () => {
  row = 'there';
  expect(await readCurrent(store, projector(jest.fn()), () => Promise.resolve(row))).toBe('there');
  expect(waitedFor).toEqual([]);
});

it('finds what the projection has not come to yet', async () => {
  const late = projector(() => (row = 'late'));
  expect(await readCurrent(store, late, () => Promise.resolve(row))).toBe('late');
  expect(waitedFor).toEqual([7]);
});

it('says that there is none when the read model has all, or does not get there in time', async () => {
  expect(await readCurrent(store, projector(jest.fn()), () => Promise.resolve(row))).toBeNull();
  const stuck = projector(() => {
    throw new NotReachedError('stuck');
  });
  expect(await readCurrent(store, stuck, () => Promise.resolve(row))).toBeNull();
});

it('fails where the read model has failed', async () => {
  const broken = projector(() => {
    throw new Error('broken');
  });
  await expect(readCurrent(store, broken, () => Promise.resolve(row))).rejects.toThrow('broken');
});
