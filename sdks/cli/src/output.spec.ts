import { Output } from './output.js';

function written(write: (output: Output) => void, json = false): string {
  let text = '';
  const take = (part: string) => (text += part);
  write(new Output({ out: take, err: take }, json));
  return text;
}

describe('Output for people', () => {
  it.each(['\n', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
    'has one line for each field and row, whatever others have written: %j',
    (end) => {
      const memo = `Invoice 1042${end}status  settled${end}`;
      expect(
        written((output) => output.object({ id: 'pay_1', memo, metadata: { a: memo } })).split(
          /\r\n|[\n\v\f\r\u0085\u2028\u2029]/,
        ),
      ).toHaveLength(4);
      const rows = written((output) => output.table([{ memo }], { MEMO: ({ memo: text }) => text }));
      expect(rows.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)).toHaveLength(3);
      expect(written((output) => output.line(memo, {})).split('\n')).toHaveLength(2);
      const told = {
        message: `There is no ${memo}`,
        advice: undefined,
        details: { status: 400, code: memo },
        exitCode: 1,
      } as const;
      expect(written((output) => output.error(told)).split('\n')).toHaveLength(2);
    },
  );

  it('shows programs what was written', () => {
    const value = { memo: 'two\nlines' };
    expect(JSON.parse(written((output) => output.object(value), true))).toEqual(value);
  });
});
