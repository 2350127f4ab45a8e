import { describeWithGo, go, hasRaceDetector, unformatted } from './support/go';
import { describeSdk } from './support/sdk-programs';

const WITHIN_MS = 300_000;

describeWithGo('The Go SDK', () => {
  it(
    'passes its own tests and every shared vector',
    () => {
      const race = hasRaceDetector() ? ['-race'] : [];
      expect(go(['test', ...race, './...'])).toMatch(/^ok /m);
    },
    WITHIN_MS,
  );

  it(
    'has the types of the OpenAPI document',
    () => {
      expect(go(['test', './...'], 'generate')).toMatch(/^ok /m);
    },
    WITHIN_MS,
  );

  it('requires no module', () => {
    expect(go(['list', '-m', 'all']).trim().split('\n')).toHaveLength(1);
  });

  it(
    'has nothing that vet, gofmt and staticcheck find',
    () => {
      expect(unformatted()).toEqual([]);
      expect(go(['vet', './...'])).toBe('');
      expect(go(['tool', '-modfile=generate/go.mod', 'staticcheck', './...'])).toBe('');
      expect(go(['tool', 'staticcheck', './...'], 'generate')).toBe('');
    },
    WITHIN_MS,
  );

  describeSdk('Go', {
    endToEnd: { command: 'go', args: ['-C', 'sdks/go', 'run', './internal/endtoend'] },
    kill: { command: 'go', args: ['-C', 'sdks/go', 'run', './internal/kill'] },
  });
});
