/** The files that take longest, the longest first: one that begins last would have the other processor wait for it. */
const LONGEST = [
  'crash-points.e2e.ts',
  'alerts.e2e.ts',
  'torn-files.e2e.ts',
  'simulation.spec.ts',
  'payment.service.solana.spec.ts',
  'payment.service.evm.spec.ts',
  'frozen-leader.spec.ts',
  'console-pages.e2e.ts',
  'cli.e2e.ts',
  'python.e2e.ts',
  'docs-commands.e2e.ts',
  'package.spec.ts',
  'fuzz.e2e.ts',
  'check-compliance.e2e.ts',
  'crash.e2e.ts',
  'prefer.e2e.ts',
  'sandbox-amounts.e2e.ts',
  'data-folder.e2e.ts',
  'sandbox-recipients.e2e.ts',
  'cluster.spec.ts',
  'payment.service.evm-kill.spec.ts',
  'kafka.spec.ts',
  'sqlite-event-store.spec.ts',
  'eventstoredb-event-store.spec.ts',
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
