import { CHECK_NAMES } from '@stablecoin/contracts';
import type { Finding, ScreeningProvider } from '../../apps/compliance/src/adapters/screening-provider';
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
    async screen({ address }): Promise<Finding> {
      if (check !== 'aml') return { outcome: 'pass', evidence: 'Nothing was found.' };
      const { random, faults } = world;
      await world.delay(process);
      if (random.chance(faults.answer)) throw new Error('the provider is down');
      const { finding = 'pass', wavers = false } = recipients.find((each) => each.address === address) ?? {};
      const outcome = wavers ? random.pick(['pass', 'pass', 'fail', 'review']) : finding;
      return { outcome, evidence: `It is ${outcome}.` };
    },
  }));
}
