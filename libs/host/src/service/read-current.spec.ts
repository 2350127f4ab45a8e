import { NotReachedError } from '@stablecoin/event-sourcing';
import { readCurrent } from './read-current';

let row: string | null;
let waits: number;
beforeEach(() => {
  row = null;
  waits = 0;
});

function projector(then: () => void) {
  return {
    waitForAll: (): Promise<void> => {
      waits++;
      return new Promise((resolve) => {
        then();
        resolve();
      });
    },
  };
}

it('finds what is there without waiting for anything', async () => {
  row = 'there';
  expect(await readCurrent(projector(jest.fn()), () => Promise.resolve(row))).toBe('there');
  expect(waits).toBe(0);
});

it('finds what the projection has not come to yet', async () => {
  const late = projector(() => (row = 'late'));
  expect(await readCurrent(late, () => Promise.resolve(row))).toBe('late');
  expect(waits).toBe(1);
});

it('says that there is none when the read model has all, or does not get there in time', async () => {
  expect(await readCurrent(projector(jest.fn()), () => Promise.resolve(row))).toBeNull();
  const stuck = projector(() => {
    throw new NotReachedError('stuck');
  });
  expect(await readCurrent(stuck, () => Promise.resolve(row))).toBeNull();
});

it('fails where the read model has failed', async () => {
  const broken = projector(() => {
    throw new Error('broken');
  });
  await expect(readCurrent(broken, () => Promise.resolve(row))).rejects.toThrow('broken');
});
