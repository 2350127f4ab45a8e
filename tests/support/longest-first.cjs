/** The files that take longest, the longest first: one that begins last would have the other processor wait for it. */
const LONGEST = [
  'go.e2e.ts',
  'alerts.e2e.ts',
  'python.e2e.ts',
  'torn-files.e2e.ts',
  'cli.e2e.ts',
  'fuzz.e2e.ts',
  'console-pages.e2e.ts',
  'crash-points.e2e.ts',
  'console-webhooks.e2e.ts',
  'full-disk.e2e.ts',
  'console-flows.e2e.ts',
  'cli-verify.e2e.ts',
  'live-chains.e2e.ts',
  'openapi-fuzz.e2e.ts',
  'prefer.e2e.ts',
  'crash.e2e.ts',
  'console-states.e2e.ts',
  'docs-commands.e2e.ts',
  'check-compliance.e2e.ts',
  'sandbox-amounts.e2e.ts',
  'sandbox-recipients.e2e.ts',
  'docs.e2e.ts',
  'live-wallets.e2e.ts',
  'schemathesis.e2e.ts',
  'typescript.e2e.ts',
  'kafka.spec.ts',
  'cluster.spec.ts',
  'simulation.spec.ts',
  'servers.spec.ts',
  'payment.service.evm.spec.ts',
  'sqlite-event-store.spec.ts',
  'drain.spec.ts',
  'package.spec.ts',
  'webhook-fairness.service.spec.ts',
  'rule-29.spec.ts',
  'backup.spec.ts',
  'remote-ports.spec.ts',
  'payment.service.evm-kill.spec.ts',
  'faults.spec.ts',
  'payment.service.solana.spec.ts',
];

const { default: Sequencer } = require('@jest/test-sequencer');

/** Has Jest begin with them; it knows how long files take only where they have run before. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const place = LONGEST.findIndex((name) => path.endsWith(`/${name}`));
      return place < 0 ? LONGEST.length : place;
    };
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
