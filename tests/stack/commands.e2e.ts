import { runUntilReady, startingCommands } from '../e2e/support/documented-commands';
import { SERVERS } from '../../infra/local/stack/servers';

const WITHIN_MS = 300_000;
const commands = startingCommands().filter((command) => command.startsWith('npm run stack'));

/** The servers of the stack take time to start: they are asked for as those of all tests. */
const isAskedFor = process.env['REQUIRE_REAL'] === '1';
if (!isAskedFor) process.stderr.write('The stack is not asked for: its test is skipped (REQUIRE_REAL=1 runs it)\n');

(isAskedFor ? describe : describe.skip)('a documented command that starts the distributed stack', () => {
  it.each(commands)(
    '%s',
    async (command) => {
      expect(SERVERS.flatMap(({ missing }) => missing() ?? [])).toEqual([]);
      const output = await runUntilReady(command, /^The API is at http/m, async (url) => {
        expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      });
      expect(output).toMatch(/svc_test_\w+/);
      expect(output).toMatch(/^Redis has stopped$/m);
    },
    WITHIN_MS,
  );

  it('is in the documents', () => {
    expect(commands.length).toBeGreaterThan(0);
  });
});
