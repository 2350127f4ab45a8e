import { CHECK_NAMES } from '@stablecoin/contracts';
import type { ScreeningProvider } from '../../compliance/src/adapters/screening-provider';
import type { Process } from './process';
import type { Recipient } from './workload';
import type { World } from './world';

/** The screening providers, one for each check; one of them decides what is found. */
export function providersOf(
  world: World,
  process: Process,
  recipients: readonly Recipient[],
): readonly ScreeningProvider[] {
  return CHECK_NAMES.map((check) => ({
    name: 'simulated',
    check,
    async screen({ address }) {
      if (check !== 'aml') return { outcome: 'pass', evidence: 'Nothing was found.' };
      const { random, faults } = world;
      await world.delay(process);
      if (random.chance(faults.answer)) throw new Error('the provider is down');
      const recipient = recipients.find((each) => each.address === address);
      const outcome = recipient?.wavers === true ? random.pick(['pass', 'pass', 'fail', 'review']) : recipient?.finding;
      return { outcome: outcome ?? 'pass', evidence: `It is ${outcome ?? 'pass'}.` };
    },
  }));
}
