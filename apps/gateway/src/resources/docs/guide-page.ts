import { Marked, type RendererObject } from 'marked';

/** Loads nothing but its styles. */
export const GUIDE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const GUIDE_STYLES = `body { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; font: 1rem/1.55 system-ui, sans-serif; }
:root { color-scheme: light dark; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2.5rem; }
nav ul { columns: 16rem; }
code { font: 0.9em ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem 1rem; border: 1px solid #8885; border-radius: 0.4rem; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 0.35rem 0.7rem; border: 1px solid #8885; text-align: left; vertical-align: top; }
`;

/**
 * A guide as a page. Links to other guides lead to their pages; a link to a file that the service does not serve becomes its
 * text. HTML in the Markdown is dropped. A guide of three sections or more begins with an outline.
 *
 * @param file - its name, such as `api.md`
 * @param guides - the names of all guides
 */
export function guidePage(title: string, file: string, markdown: string, guides: ReadonlySet<string>): string {
  const outline: string[] = [];
  const body = new Marked({ renderer: rendererFor(guides, outline) }).parse(markdown, { async: false });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} - Stablecoin Payments</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="guide.css">
  </head>
  <body>
    <nav><a href="../docs">API reference and guides</a> · <a href="${file}">Markdown</a></nav>
${outline.length < 3 ? '' : `    <nav aria-label="On this page"><ul>${outline.join('')}</ul></nav>\n`}${body}  </body>
</html>
`;
}

/** Adds a link to each section of the guide to `outline`. */
function rendererFor(guides: ReadonlySet<string>, outline: string[]): RendererObject {
  return {
    heading({ tokens, depth, text }) {
      const [anchor, title] = [anchorOf(text), this.parser.parseInline(tokens)];
      if (depth === 2) outline.push(`<li><a href="#${anchor}">${title}</a></li>`);
      return `<h${depth} id="${anchor}">${title}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const target = targetOf(href, guides);
      return target === undefined ? text : `<a href="${target}">${text}</a>`;
    },
    image: ({ text }) => text,
    html: () => '',
  };
}

/** Where a link leads on the page; undefined: to a file that is not served. */
function targetOf(href: string, guides: ReadonlySet<string>): string | undefined {
  const [path = '', anchor] = href.split('#');
  const fragment = anchor === undefined ? '' : `#${anchor}`;
  if (path === '') return fragment;
  if (/^https?:/.test(path)) return href;
  if (path === '../apps/gateway/openapi.json') return '../openapi.json';
  return guides.has(path) ? path.replace(/\.md$/, '') + fragment : undefined;
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
