import { prefersCsv } from './prefers-csv';

describe('what a request accepts', () => {
  it.each(['text/csv', 'Text/CSV', 'text/csv;header=present', 'text/csv, */*', 'text/csv, application/json;q=0.9'])(
    'is CSV for %s',
    (accept) => expect(prefersCsv(accept)).toBe(true),
  );

  it.each([
    ...[undefined, '', '*/*', 'text/*', 'application/json', 'text/csv;q=0', 'text/csv;q=x', 'text/csvx', ';', ',,'],
    ...['application/json, text/csv', 'text/csv;q=0.5, application/json', 'text/html'],
  ])('is JSON for %s', (accept) => expect(prefersCsv(accept)).toBe(false));
});
