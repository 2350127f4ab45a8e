/** @checks */
import { textOf } from '../e2e/support/repository';

const README = textOf('README.md');

describe('The README', () => {
  it('is read in two minutes', () => {
    expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  it('says what it is, how to start, what is missing, why to trust it, which form to take, and where to read on', () => {
    const headings = README.split('\n').filter((line) => /^#{1,2} /.test(line));
    expect(headings).toEqual([
      '# Stablecoin payments',
      '## Start and test',
      '## A payment in two minutes',
      '## What it does not do yet',
      '## Why it can be trusted',
      '## Which one do I need?',
      '## SDKs',
      '## Documents',
    ]);
  });

  it('gives the speed that the page behind it gives', () => {
    const [, oneProcess = '', stack = ''] =
      /payments per second, 256 connections +\| +([\d,]+) +\| +([\d,]+)/.exec(textOf('docs/performance.md')) ?? [];
    const row = README.split('\n').find((line) => line.startsWith('| payments a second, 256 connections')) ?? '';
    const [, , first, , third] = row.split('|').map((cell) => cell.trim());
    expect([first, third]).toEqual([oneProcess, stack]);
    expect(oneProcess).not.toBe('');
  });
});
