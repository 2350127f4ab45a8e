import { sessionOf } from './connection';

describe('A session on PostgreSQL', () => {
  const url = 'postgres://user:password@127.0.0.1:5432/payments';
  const settings = { search_path: 'payment', statement_timeout: '15000' };

  it('connects without settings, which PgBouncer refuses as "unsupported startup parameter: options"', () => {
    expect(Object.keys(sessionOf(url, 'payment', settings).config).toSorted()).toEqual([
      'application_name',
      'connectionString',
      'connectionTimeoutMillis',
      'keepAlive',
    ]);
  });

  // pg takes the first three for verify-full, and writes a warning of it to the console.
  it.each([
    ['?sslmode=require', '?sslmode=verify-full'],
    ['?a=b&sslmode=prefer&c=d', '?a=b&sslmode=verify-full&c=d'],
    ['?sslmode=verify-ca', '?sslmode=verify-full'],
    ['?sslmode=no-verify', '?sslmode=no-verify'],
    ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
    ['', ''],
  ])('names what pg does with sslmode: %s', (given, sent) => {
    expect(sessionOf(`${url}${given}`, 'payment', settings).config.connectionString).toBe(`${url}${sent}`);
  });

  it.each([
    ['', ['search_path', 'payment', 'statement_timeout', '15000']],
    ['?options=-c%20statement_timeout=1', ['search_path', 'payment']],
    ['?options=--search_path=a%20-cstatement_timeout=1', []],
  ])('sets them by a statement, except those of the URL: %s', async (query, expected) => {
    const asked: unknown[][] = [];
    const client = {
      query: (_text: string, values: unknown[]) => (asked.push(values), { rows: [{ encoding: 'UTF8' }] }),
    };
    await sessionOf(`${url}${query}`, 'payment', settings).prepare(client as never);
    expect(asked).toEqual([expected]);
  });
});
