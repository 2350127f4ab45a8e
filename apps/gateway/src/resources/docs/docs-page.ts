import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The guides that the page links to. They link to each other by the same names. */
export const GUIDES = [
  { file: 'concepts.md', title: 'Concepts' },
  { file: 'api.md', title: 'The API' },
  { file: 'errors.md', title: 'Errors' },
  { file: 'webhooks.md', title: 'Webhooks' },
  { file: 'sandbox.md', title: 'Sandbox' },
  { file: 'limits.md', title: 'Limits' },
  { file: 'wallets.md', title: 'Wallets' },
  { file: 'policies.md', title: 'Policies' },
  { file: 'rules.md', title: 'Rules' },
  { file: 'compliance.md', title: 'Compliance' },
  { file: 'agents.md', title: 'Agents' },
  { file: 'people.md', title: 'People' },
  { file: 'audit-log.md', title: 'Audit log' },
  { file: 'cli.md', title: 'Command line' },
  { file: 'kafka-events.md', title: 'Events on Kafka' },
  { file: 'going-live.md', title: 'Going live' },
  { file: 'upgrading.md', title: 'Upgrading' },
  { file: 'alternatives.md', title: 'Alternatives' },
] as const;

const LINKS = GUIDES.map(({ file, title }) => `<a href="docs/${guidePath(file)}">${title}</a>`).join(' · ');

export const GUIDE_FILES: ReadonlySet<string> = new Set(GUIDES.map(({ file }) => file));

/** The address of a guide's page, below `/docs`. */
export function guidePath(file: string): string {
  return file.replace(/\.md$/, '');
}

/** What {@link DOCS_PAGE} loads of Swagger UI. */
export const VIEWER_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const;

/**
 * Shows the document. All that it loads comes from this server, so it works offline. The links are relative, so that the
 * service can stand below a path of a proxy.
 */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Stablecoin Payments API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <script defer src="docs/swagger-ui-bundle.js"></script>
    <script defer src="docs/start.js"></script>
  </head>
  <body>
    <p class="swagger-ui wrapper">Guides: ${LINKS}</p>
    <div id="viewer"></div>
    <noscript>This page needs JavaScript. The document itself is <a href="openapi.json">openapi.json</a>.</noscript>
  </body>
</html>
`;

/**
 * Starts Swagger UI on the document, with three changes. It warns of each dialect but its own, although it knows this one.
 * Requests go to where the page comes from, because it may send them
 * nowhere else. Examples of parameters are text: Swagger UI fills them in otherwise, or makes up a value of an object, and sends a filter
 * that nobody chose.
 */
export const START_SCRIPT = `(async () => {
  const spec = await (await fetch('openapi.json')).json();
  delete spec.jsonSchemaDialect;
  spec.servers = [{ url: new URL('.', location.href).href.replace(/\\/$/, '') }];
  const operations = Object.values(spec.paths).flatMap((path) => Object.values(path));
  const shared = Object.values(spec.components.parameters);
  for (const parameter of [...operations.flatMap(({ parameters = [] }) => parameters), ...shared]) {
    const { example, schema = {} } = parameter;
    if (example === undefined) continue;
    const text = typeof example === 'object' ? JSON.stringify(example) : example;
    parameter.description = [parameter.description, 'Example: \`' + text + '\`'].filter(Boolean).join(' ');
    parameter.example = schema.type === 'object' ? {} : undefined;
  }
  SwaggerUIBundle({ spec, dom_id: '#viewer', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 0 });
})();
`;

/**
 * Nothing but what this server sends, and nobody may frame the page. Styles are the exception: the viewer writes them
 * into its elements.
 */
export const DOCS_PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
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

/** A file of {@link VIEWER_FILES}: the build copies them beside this one. */
export function readViewerFile(file: (typeof VIEWER_FILES)[number]): Buffer {
  const built = join(__dirname, 'viewer', file);
  return readFileSync(existsSync(built) ? built : require.resolve(`swagger-ui-dist/${file}`));
}
