import { endAtOnce } from './end-at-once';
import { createLogger } from '../../observability';

describe('endAtOnce', () => {
  it('says which part is gone and why, and ends with 1', () => {
    const lines: string[] = [];
    const codes: number[] = [];
    const log = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } });
    endAtOnce(new Error('the writer is gone', { cause: new Error('out of memory') }), log, (code) => codes.push(code));
    expect(codes).toEqual([1]);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'error', error: expect.stringContaining('the writer is gone (Error: out of memory)') as string },
    ]);
  });
});
