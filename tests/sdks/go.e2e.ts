/**
 * @needs own-service
 * @slow 120
 */
import { describeWithGo, go, hasRaceDetector, unformatted } from './support/go';
import { runProgram, type Program } from './support/program';
import { describeSdk } from './support/sdk-programs';
import { SdkService } from './support/sdk-service';

const WITHIN_MS = 300_000;
/** Go keeps results, and does not see that files outside of the module have changed, such as the vectors. */
const FRESH = '-count=1';

describeWithGo('The Go SDK', () => {
  it(
    'passes its own tests and every shared vector',
    () => {
      const race = hasRaceDetector() ? ['-race'] : [];
      expect(go(['test', FRESH, ...race, './...'])).toMatch(/^ok /m);
    },
    WITHIN_MS,
  );

  it(
    'has the types of the OpenAPI document',
    () => {
      expect(go(['test', FRESH, './...'], 'generate')).toMatch(/^ok /m);
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

  it(
    'has an example that pays and verifies the webhook',
    async () => {
      const service = await SdkService.start();
      try {
        const lines = await runProgram(goProgram('./examples/pay'), await service.environment());
        expect(lines).toEqual(['paid 12.50 USDC on base', 'verified the webhook of settled payment Invoice 1042']);
      } finally {
        await service.stop();
      }
    },
    WITHIN_MS,
  );

  describeSdk('Go', { endToEnd: goProgram('./internal/endtoend'), kill: goProgram('./internal/kill') });
});

function goProgram(folder: string): Program {
  return { command: 'go', args: ['-C', 'sdks/go', 'run', folder] };
}
