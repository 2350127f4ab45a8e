import { Progress } from './progress';

function outputOf(isTTY: boolean, use: (progress: Progress) => void): string {
  let written = '';
  use(new Progress({ isTTY, write: (text) => (written += text) }, 'Reads'));
  return written;
}

it('moves a bar with every step, and within a long one', () => {
  const output = outputOf(true, (progress) => {
    progress.begin(4);
    progress.step('a store');
    progress.within('writing', 1, 2);
    progress.step('by id');
    progress.end('done');
  });
  const [, first, within, second, end] = output.split('\r\u001B[K');
  expect(first).toMatch(/^Reads ░+ {3}0 % {2}a store$/);
  expect(within).toMatch(/^Reads █{3}░+ {2}12 % {2}writing$/);
  expect(second).toMatch(/^Reads █{6}░+ {2}25 % {2}by id$/);
  expect(end).toBe('Reads: done\n');
});

it('writes a line at the beginning and one at the end where nobody watches', () => {
  const output = outputOf(false, (progress) => {
    progress.begin(2);
    progress.step('a store');
    progress.step('by id');
    progress.end('done');
  });
  expect(output).toBe('Reads …\nReads: done\n');
});
