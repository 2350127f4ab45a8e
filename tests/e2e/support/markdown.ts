/** A fenced block of a document. */
export interface Fence {
  /** The first word behind the fence: `sh`, `json`. */
  readonly language: string;
  /** The other words: `run`, `background`. */
  readonly words: readonly string[];
  readonly text: string;
  /** Of its first line. */
  readonly line: number;
  /** Nothing but blank lines lies between it and the fence before. */
  readonly adjacent: boolean;
}

export interface Link {
  readonly text: string;
  readonly target: string;
  readonly line: number;
}

/** The fenced blocks of a document, in order. */
export function fencesOf(markdown: string): readonly Fence[] {
  const fences: Fence[] = [];
  let open: { readonly info: readonly string[]; readonly line: number; readonly lines: string[] } | undefined;
  let adjacent = false;
  for (const [index, line] of markdown.split('\n').entries()) {
    if (open !== undefined && line !== '```') {
      open.lines.push(line);
    } else if (open !== undefined) {
      const [language = '', ...words] = open.info;
      fences.push({ language, words, text: open.lines.join('\n'), line: open.line, adjacent });
      open = undefined;
      adjacent = true;
    } else if (line.startsWith('```')) {
      open = { info: line.slice(3).trim().split(/\s+/), line: index + 1, lines: [] };
    } else if (line.trim() !== '') {
      adjacent = false;
    }
  }
  if (open !== undefined) throw new Error(`the fence of line ${open.line} is not closed`);
  return fences;
}

/** The links of a document, outside of its fences. */
export function linksOf(markdown: string): readonly Link[] {
  return proseOf(markdown).flatMap((text, index) =>
    [...text.matchAll(/\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g)].map(([, label = '', target = '']) => ({
      text: label,
      target,
      line: index + 1,
    })),
  );
}

/** What a link to a place in the document may say after `#`, as GitHub makes it from the headings. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = proseOf(markdown).filter((line) => /^#{1,6} /.test(line));
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The cells of the table under a heading, without its head. */
export function tableUnder(markdown: string, heading: string): readonly (readonly string[])[] {
  const lines = proseOf(markdown);
  const section = lines.slice(lines.indexOf(heading) + 1);
  const first = section.findIndex((line) => line.startsWith('|'));
  if (!lines.includes(heading) || first < 0) throw new Error(`there is no table under "${heading}"`);
  const end = section.findIndex((line, index) => index > first && !line.startsWith('|'));
  return section.slice(first + 2, end < 0 ? undefined : end).map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

/** The prose around a line: from the heading before it to the next one. */
export function sectionOf(markdown: string, line: number): string {
  const lines = proseOf(markdown);
  const isHeading = (each: string): boolean => /^#{1,6} /.test(each);
  const start = lines.slice(0, line).findLastIndex(isHeading);
  const end = lines.findIndex((each, index) => index >= line && isHeading(each));
  return lines.slice(Math.max(start, 0), end < 0 ? undefined : end).join('\n');
}

/** The lines of a document, those in fences empty. */
function proseOf(markdown: string): readonly string[] {
  let fenced = false;
  return markdown.split('\n').map((line) => {
    const isFence = line.startsWith('```');
    if (isFence) fenced = !fenced;
    return fenced || isFence ? '' : line;
  });
}
