// `npm run check`: what reads the code and runs none of it. Every check keeps a cache in node_modules/.cache; a clone that
// has none takes minutes.
import { filesOf } from '../../tests/support/selection.cjs';
import { Steps } from './steps.mjs';
import { ensureInstalled, requireSupportedNode, run } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();

const steps = new Steps('npm run check');
const script = (name) => () => run('npm', ['run', '--silent', name]);

// Side by side: without its cache the linter takes as long as all the others.
await Promise.all([
  steps.check('Lint', script('lint')),
  steps
    .check('Formatting', script('format:check'))
    .then(() => steps.check('Types', script('typecheck')))
    .then(() => steps.check('Architecture', script('architecture')))
    .then(() => steps.check('OpenAPI document', script('lint:openapi')))
    .then(() => steps.jest('Documents', filesOf('checks'))),
]);
process.exit(steps.finish());
