/** @checks */
import ts from 'typescript';
import { filesNamed, textOf } from '../e2e/support/repository';

/** Words that make our prose hard to read, with what to write instead. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bgo(?:es|ing)? on\b|\bwent on\b/i, 'continue'],
  [/\bwho(?:m)?ever\b/i, 'name the person or the program'],
  [/\b(?:is|are|was|were|be) told\b/i, 'say who learns what, and how'],
  [/\bby (?:itself|themselves)\b/i, 'drop it, or say alone'],
  [/\banew\b/i, 'again; rebuilt; recreated'],
  [/\bmeanwhile\b/i, 'in the meantime; while …'],
  [/\bleft out\b/i, 'omitted; optional; the default is …'],
  [/\bstands? (?:still|here|there)\b|\bstood still\b/i, 'stops; is'],
  [/\bof (?:its|their|his|her|our|your) own\b(?! \w)|\bof (?:ours|yours|theirs)\b/i, 'its own …; your …'],
  [/\bnothing but\b|\bno \w+ is never\b|\ball the same\b|\bas ever\b|\bby then\b|\bjust then\b/i, 'say what it is'],
  [/\bdearer\b|\bis no success\b|\bfor good measure\b|\bin former\b/i, 'use the term of the field'],
  [/\bour side\b|\bfaults? of ours\b/i, 'the service; a bug'],
  [/\bNo test runs\b/i, 'nothing: the mark "unrun" of the fence says so'],
  [/\bsince then\b|\ban earlier run\b/i, 'history belongs in CHANGELOG.md'],
  [
    /\b(?:re|)(?:organ|recogn|normal|serial|synchron|author)is(?:e|ed|es|ing|ation)\b|\bcancelled\b/i,
    'American spelling',
  ],
];

/** The lines of a page, without fences, code spans and the addresses of links. */
function proseOf(file: string): readonly string[] {
  let fenced = false;
  return textOf(file)
    .split('\n')
    .map((line) => {
      const fence = line.trimStart().startsWith('```');
      if (fence) fenced = !fenced;
      return fenced || fence ? '' : line.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']');
    });
}

/** The descriptions, summaries and examples of messages in a JSON document, a line each. */
function descriptionsOf(file: string): readonly string[] {
  const lines = new Set<string>();
  JSON.parse(textOf(file), (key, value: unknown) => {
    if (['description', 'summary', 'message'].includes(key) && typeof value === 'string') lines.add(value);
    return value;
  });
  return [...lines].map((line) => line.replace(/`[^`]*`/g, ''));
}

/** What programs say to people: texts of more than one word in the console, in answers, help, logs and errors. */
function textsOf(file: string): readonly string[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node);
    if (isText && /\s/.test(node.text.trim())) texts.push(node.text.replace(/--\w+/g, ''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, false, kind));
  return texts;
}

function linesOf(file: string): readonly string[] {
  if (file.endsWith('.json')) return descriptionsOf(file);
  return file.endsWith('.md') ? proseOf(file) : textsOf(file);
}

function findings(file: string): readonly string[] {
  return linesOf(file).flatMap((line, index) =>
    WORDS.flatMap(([word, instead]) => {
      const [found] = word.exec(line) ?? [];
      return found === undefined ? [] : [`${file}:${index + 1}: "${found}": ${instead}`];
    }),
  );
}

describe('The words of the documents', () => {
  const contracts = ['apps/gateway/openapi.json', 'apps/gateway/asyncapi.json'];
  const pages = ['README.md', ...filesNamed(/\.md$/, 'docs'), ...contracts];

  it.each(pages)('are plain in %s', (page) => {
    expect(findings(page)).toEqual([]);
  });
});

it('the words of programs are plain in the console, the services and the command line', () => {
  const sources = ['apps', 'libs', 'sdks/cli/src'].flatMap((folder) => filesNamed(/(?<!\.spec|\.d)\.tsx?$/, folder));
  const ours = sources.filter((path) => !/[/](?:testing|test|generated)[/]/.test(path));
  expect(ours.length).toBeGreaterThan(500);
  // Clients may know them: why an endpoint is disabled, and the timeline of a payment.
  const stable = /: "(?:nothing but|reorganisation)"/;
  expect(ours.flatMap(findings).filter((each) => !stable.test(each))).toEqual([]);
});
