import type { Fence } from './markdown';

/** What differs from run to run, and what is shown in its place. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g, '$1_…'],
  [/\bsvc_(test|live)_[0-9A-Za-z]+/g, 'svc_$1_…'],
  [/\bwhsec_[0-9A-Za-z+/=]+/g, 'whsec_…'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/\b0x[0-9a-f]{64}\b/g, '<hash>'],
  [/"settlement_ms": ?\d+/g, '"settlement_ms": "<ms>"'],
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:<port>'],
];

/** A text without what differs from run to run. */
export function masked(text: string): string {
  return MASKS.reduce((result, [pattern, mask]) => result.replaceAll(pattern, mask), text).trim();
}

/** Holds an output against what a document shows: JSON by its content, or `some` of it; any other text by its lines. */
export function expectShown(output: string, shown: Pick<Fence, 'language' | 'words' | 'text'>): void {
  if (shown.language === 'json') {
    const content: unknown = JSON.parse(masked(output));
    const expected = JSON.parse(masked(shown.text)) as Record<string, unknown>;
    if (shown.words.includes('some')) expect(content).toMatchObject(expected);
    else expect(content).toEqual(expected);
    return;
  }
  const lines = masked(output).split('\n');
  const shownLines = masked(shown.text).split('\n');
  // A line that is cut in the document ends with an ellipsis, of which only ids have their own.
  const cut = lines.map((line, index) => {
    const begin = /^(.*[^_])…$/.exec(shownLines[index] ?? '')?.[1];
    return begin !== undefined && line.startsWith(begin) ? `${begin}…` : line;
  });
  expect(cut).toEqual(shownLines);
}
