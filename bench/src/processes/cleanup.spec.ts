import { Cleanup } from './cleanup';

let undone: string[];
const undo = (what: string) => () => void undone.push(what);

beforeEach(() => {
  undone = [];
});

it('undoes everything, the last one first', async () => {
  const cleanup = new Cleanup();
  cleanup.add(undo('folder'));
  cleanup.add(undo('process'));
  await cleanup.run();
  expect(undone).toEqual(['process', 'folder']);
});

it('undoes the rest when something cannot be undone, and says so', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation();
  const cleanup = new Cleanup();
  cleanup.add(undo('folder'));
  cleanup.add(() => Promise.reject(new Error('it does not end')));
  await cleanup.run();
  expect(undone).toEqual(['folder']);
  expect(said).toHaveBeenCalledWith(new Error('it does not end'));
  said.mockRestore();
});

it('undoes nothing twice', async () => {
  const cleanup = new Cleanup();
  const now = cleanup.add(undo('process'));
  await now();
  await now();
  await Promise.all([cleanup.run(), cleanup.run()]);
  expect(undone).toEqual(['process']);
});

it('undoes a part when the part ends, also when it fails', async () => {
  const cleanup = new Cleanup();
  const part = cleanup.within((inner) => {
    inner.add(undo('process'));
    return Promise.reject(new Error('the service has ended'));
  });
  await expect(part).rejects.toThrow('the service has ended');
  expect(undone).toEqual(['process']);
});

it('undoes at once what a part that is still under way starts behind the end', async () => {
  const cleanup = new Cleanup();
  await cleanup.within(async (inner) => {
    inner.add(undo('first'));
    await cleanup.run();
    expect(undone).toEqual(['first']);
    expect(() => inner.add(undo('late'))).toThrow('the bench is ending');
    expect(undone).toEqual(['first', 'late']);
  });
});
