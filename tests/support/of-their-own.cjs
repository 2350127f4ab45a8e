/** End-to-end tests that start services of their own, whatever they are told. */
const OF_THEIR_OWN = [
  'cli',
  'cli-mcp',
  'cli-verify',
  'crash',
  'crash-points',
  'data-folder',
  'docs',
  'docs-commands',
  'docs-facts',
  'failover',
  'first-start',
  'full-disk',
  'fuzz',
  'go',
  'metrics',
  'overload',
  'python',
  'sandbox-restart',
  'shutdown',
  'slow-parts',
  'ssrf',
  'torn-files',
  'typescript',
  'webhook-receiver',
];

module.exports = { OF_THEIR_OWN };
