import { csvTable, type Cell } from './csv-table';

const table = csvTable<readonly Cell[], readonly Cell[]>(
  'cells',
  { a: ([a = null]) => a, b: ([, b = null]) => b },
  (cells) => [cells],
);

describe('a table as CSV', () => {
  it.each<[string, readonly Cell[], string]>([
    ['text, and nothing', ['x', null], 'x,'],
    ['numbers and booleans', [12, false], '12,false'],
    ['a comma', ['1,5', 'x'], '"1,5",x'],
    ['quotes', ['say "no"', 'x'], '"say ""no""",x'],
    ['lines', ['a\nb', 'c\r\nd'], '"a\nb","c\r\nd"'],
    ['other characters as they are', ['💶 ü;', ' x '], '💶 ü;, x '],
  ])('quotes by RFC 4180: %s', (_, cells, line) => {
    expect(table.lines(cells)).toBe(`${line}\r\n`);
  });

  it.each(['=', '+', '-', '@', '\t'])('keeps text that begins with %j from being a formula', (first) => {
    expect(table.lines([`${first}cmd|x`, 'a=1'])).toBe(`'${first}cmd|x,a=1\r\n`);
  });

  it.each(['\r', '\n'])('keeps text that begins with %j from being a formula, and quotes it', (first) => {
    expect(table.lines([`${first}=1`, null])).toBe(`"'${first}=1",\r\n`);
  });

  it('keeps formulas with separators and quotes in one cell', () => {
    expect(table.lines(['=HYPERLINK("http://x","y")', null])).toBe(`"'=HYPERLINK(""http://x"",""y"")",\r\n`);
  });

  it.each(['-250.00', '-0.000000000000000001', '12', '-1'])('leaves the number %s a number', (amount) => {
    expect(table.lines([amount, null])).toBe(`${amount},\r\n`);
  });

  it.each(['-1+2', '-1.', '--1', '-', '+1', '-1e5', '-0x1'])('takes %s for text', (text) => {
    expect(table.lines([text, null])).toBe(`'${text},\r\n`);
  });

  it('has the names of the columns first, and a line for each row of an object', () => {
    const pairs = csvTable<{ readonly of: string; readonly amounts: readonly number[] }, readonly [string, number]>(
      'pairs',
      { of: ([of]) => of, amount: ([, amount]) => amount },
      ({ of, amounts }) => amounts.map((amount) => [of, amount] as const),
    );
    expect(pairs.header).toBe('of,amount\r\n');
    expect(pairs.lines({ of: 'x', amounts: [1, -1] })).toBe('x,1\r\nx,-1\r\n');
    expect(pairs.lines({ of: 'x', amounts: [] })).toBe('');
  });
});
