import { describeWithPython, installPythonSdk, PYTHON, runPythonModule } from './support/python';
import { describeSdk } from './support/sdk-programs';

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
    'is typed strictly',
    () => {
      expect(runPythonModule('mypy')).toContain('no issues found');
    },
    CHECKED_WITHIN_MS,
  );

  it(
    'is written in the house style',
    () => {
      runPythonModule('ruff', 'check', '.');
      runPythonModule('ruff', 'format', '--check', '.');
    },
    CHECKED_WITHIN_MS,
  );

  describeSdk('Python', {
    endToEnd: { command: PYTHON, args: ['sdks/python/tests/programs/end_to_end.py'] },
    kill: { command: PYTHON, args: ['sdks/python/tests/programs/kill.py'] },
  });
});
