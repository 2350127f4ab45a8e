// `npm run check`: what reads the code and runs none of it. Every check keeps a cache in node_modules/.cache; a clone that
// has none takes minutes.
import { filesOf } from '../../tests/support/selection.cjs';
import { Steps } from './steps.mjs';
import { ensureInstalled, requireSupportedNode, run } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();

const steps = new Steps('npm run check');
const script = (name) => () => run('npm', ['run', '--silent', name]);

// Two at a time: without its cache the linter takes as long as all the others, with it the types take longest.
const checks = [
  () => steps.check('Lint', script('lint')),
  () => steps.check('Formatting', script('format:check')),
  () => steps.check('Types', script('typecheck')),
  () => steps.check('Architecture', script('architecture')),
  () => steps.check('OpenAPI document', script('lint:openapi')),
  () => steps.jest('Documents and rules of the linter', filesOf('checks')),
];
const lane = async () => {
  for (let next = checks.shift(); next !== undefined; next = checks.shift()) await next();
};
await Promise.all([lane(), lane()]);
process.exit(steps.finish());
