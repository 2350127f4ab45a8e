import type { Column, Section, Verdict } from './section';
import { table } from './table';

/** One measurement as it is reported. */
export interface Chapter {
  readonly name: string;
  readonly title: string;
  /** What chooses it, where that is not `--only` and its name. */
  readonly option?: string | undefined;
  /** Undefined when the measurement has failed. */
  readonly section: Section | undefined;
  /** Why it has failed. */
  readonly failure: string | undefined;
}

/** Where and when it was measured. */
export interface Circumstances {
  readonly date: string;
  readonly machine: string;
  /** Processes that wanted to run before the bench began: above the number of cores, it was not alone. */
  readonly loadBefore: number;
  readonly node: string;
  readonly mode: 'full' | 'quick';
}

const VERDICT_COLUMNS: readonly Column[] = [
  { key: 'what', title: 'target', format: 'text' },
  { key: 'target', title: 'wanted', format: 'text' },
  { key: 'value', title: 'measured', format: 'four digits' },
  { key: 'verdict', title: '', format: 'text' },
];

/** The report for people, in Markdown. */
export function markdownReport(
  { date, machine, loadBefore, node, mode }: Circumstances,
  chapters: readonly Chapter[],
): string {
  const verdicts = chapters.flatMap(({ section }) => section?.verdicts ?? []);
  const parts = [
    `Measured ${date} on ${machine}, Node ${node}, ${mode === 'quick' ? 'with `--quick`: a look, no numbers to quote' : 'in full'}. Load average before: ${loadBefore.toFixed(1)}.`,
    ...chapters.map(chapterText),
    ...(verdicts.length === 0 ? [] : [`### Targets\n\n${verdictTable(verdicts)}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The report for programs. */
export function jsonReport(circumstances: Circumstances, chapters: readonly Chapter[]): string {
  const measurements = chapters.map(({ name, title, section, failure }) => ({
    name,
    title,
    rows: section?.rows ?? [],
    targets: section?.verdicts ?? [],
    failure: failure ?? null,
  }));
  return `${JSON.stringify({ ...circumstances, measurements }, null, 2)}\n`;
}

function chapterText({ name, title, option = `--only ${name}`, section, failure }: Chapter): string {
  const head = `### ${title}\n\n\`npm run bench -- ${option}\``;
  return section === undefined
    ? `${head}\n\nFailed: ${failure ?? ''}`
    : `${head}\n\n${table(section.columns, section.rows)}`;
}

/** The targets, and whether they were met. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  return table(
    VERDICT_COLUMNS,
    verdicts.map(({ met, ...verdict }) => ({ ...verdict, verdict: met ? 'met' : 'missed' })),
  );
}

/**
 * Puts a report in the place of the one that a document has.
 *
 * @param place - the name of its place, of which a document may have several
 * @throws Error when the document has no such place
 */
export function insertReport(document: string, report: string, place: string): string {
  const [before, after] = [`<!-- ${place} -->`, `<!-- /${place} -->`];
  const [begin, end] = [document.indexOf(before), document.indexOf(after)];
  if (begin < 0 || end < begin) throw new Error(`the document has no ${before} … ${after} to put the report between`);
  return `${document.slice(0, begin + before.length)}\n\n${report.trimEnd()}\n\n${document.slice(end)}`;
}
