import { Progress } from './progress';

function written(isTTY: boolean, use: (progress: Progress) => void): string {
  let text = '';
  use(new Progress({ isTTY, write: (part) => (text += part) }, 'payment'));
  return text;
}

describe('the progress of a tool', () => {
  it('is a line per tenth where nobody watches', () => {
    const text = written(false, (progress) => {
      for (let done = 1; done <= 1_000; done += 1) progress.at(done, 1_000);
      progress.end('made anew');
    });
    expect(text.split('\n')).toHaveLength(13);
    expect(text).toContain('payment: 50 % (position 500 of 1000)\n');
    expect(text).toMatch(/payment: 100 % \(position 1000 of 1000\)\npayment: made anew\n$/);
  });

  it('is a bar in one line on a terminal, and gives way to how it ended', () => {
    const text = written(true, (progress) => {
      progress.at(1, 2);
      progress.at(1, 2);
      progress.end('made anew');
    });
    expect(text).toBe(`\rpayment ${'█'.repeat(15)}${'░'.repeat(15)}  50 %\r\u001B[Kpayment: made anew\n`);
  });
});
