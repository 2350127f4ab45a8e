import { describeUnlessMissing } from '../../../../tests/support/missing';
import { NO_ANVIL, findAnvil } from '../local/anvil';

/** Describes what needs anvil; see {@link describeUnlessMissing}. */
export function describeWithAnvil(name: string, tests: () => void): void {
  describeUnlessMissing(name, findAnvil() === undefined ? NO_ANVIL : undefined, tests);
}
