import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The guides that the page links to. They link to each other by the same names. */
export const GUIDES = [
  { file: 'api.md', title: 'The API' },
  { file: 'errors.md', title: 'Errors' },
  { file: 'webhooks.md', title: 'Webhooks' },
  { file: 'kafka-events.md', title: 'Events on Kafka' },
  { file: 'sandbox.md', title: 'Sandbox' },
  { file: 'compliance.md', title: 'Compliance' },
] as const;

const LINKS = GUIDES.map(({ file, title }) => `<a href="docs/${file}">${title}</a>`).join(' · ');

/**
 * Shows the document. A request that is tried starts empty: a value of an example would be sent as a filter or a key that
 * nobody has chosen. Everything that it loads is this server's, so it works offline; its own fonts would come from
 * elsewhere and are left out. The links are relative, so that the service can stand below a path of a proxy; so is the
 * address of the API, because the page may send requests only to where it comes from.
 */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Stablecoin Payments API</title>
    <script type="module" src="docs/rapidoc.js"></script>
  </head>
  <body>
    <rapi-doc
      spec-url="openapi.json"
      server-url="."
      default-api-server="."
      load-fonts="false"
      regular-font="system-ui, sans-serif"
      mono-font="ui-monospace, monospace"
      theme="light"
      render-style="read"
      schema-style="table"
      show-header="false"
      allow-server-selection="false"
      allow-spec-url-load="false"
      allow-spec-file-load="false"
      persist-auth="false"
      fill-request-fields-with-example="false"
    ><p slot="overview">Guides: ${LINKS}</p></rapi-doc>
    <noscript>This page needs JavaScript. The document itself is <a href="openapi.json">openapi.json</a>.</noscript>
  </body>
</html>
`;

/**
 * Nothing but what this server sends, and nobody may frame the page. Styles are the exception: the viewer writes them
 * into its elements.
 */
export const DOCS_PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A guide of {@link GUIDES}: the build copies them beside this file. */
export function readGuide(file: (typeof GUIDES)[number]['file']): Buffer {
  const built = join(__dirname, 'guides', file);
  return readFileSync(existsSync(built) ? built : join(__dirname, '..', '..', '..', '..', '..', 'docs', file));
}

/** The viewer that {@link DOCS_PAGE} loads: one file, copied beside this one by the build. */
export function readViewer(): Buffer {
  const built = join(__dirname, 'rapidoc-min.js');
  return readFileSync(existsSync(built) ? built : require.resolve('rapidoc/dist/rapidoc-min.js'));
}
