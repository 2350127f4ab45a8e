/**
 * @needs own-service
 * @slow 100
 */
import { describeWithPython, installPythonSdk, PYTHON, runPythonModule } from './support/python';
import { runProgram } from './support/program';
import { describeSdk } from './support/sdk-programs';
import { SdkService } from './support/sdk-service';

const INSTALLED_WITHIN_MS = 300_000;
const CHECKED_WITHIN_MS = 180_000;

describeWithPython('The Python SDK', () => {
  beforeAll(installPythonSdk, INSTALLED_WITHIN_MS);

  it(
    'passes its own tests and every shared vector',
    () => {
      expect(runPythonModule('pytest')).toMatch(/\b\d{3,} passed/);
    },
    CHECKED_WITHIN_MS,
  );

  it(
    'is typed strictly, and written in the house style',
    () => {
      expect(runPythonModule('mypy')).toContain('no issues found');
      runPythonModule('ruff', 'check', '.');
      runPythonModule('ruff', 'format', '--check', '.');
    },
    CHECKED_WITHIN_MS,
  );

  describeSdk('Python', {
    endToEnd: { command: PYTHON, args: ['sdks/python/tests/programs/end_to_end.py'] },
    kill: { command: PYTHON, args: ['sdks/python/tests/programs/kill.py'] },
  });

  describe('and its documents', () => {
    let service: SdkService;
    beforeAll(async () => {
      service = await SdkService.start();
    }, CHECKED_WITHIN_MS);
    afterAll(() => service.stop());

    const run = async (program: string): Promise<readonly string[]> =>
      runProgram({ command: PYTHON, args: [`sdks/python/${program}`] }, await service.environment());

    it('have examples that run, in the order of the README', async () => {
      const lines = await run('tests/programs/readme.py');

      expect(lines.filter((line) => line.startsWith('ok ')).length).toBeGreaterThan(6);
      expect(lines).toContainEqual(expect.stringMatching(/^do not pay: The recipient failed screening.* pay_\w+$/));
    });

    it('have a program that pays, and verifies the webhook', async () => {
      const [paid = '', verified = ''] = await run('examples/pay_and_verify.py');

      const id = /^paid (pay_\w+) 12\.50 USDC settled$/.exec(paid)?.[1];
      expect(verified).toBe(`verified payment.settled ${id}`);
    });
  });
});
