import { CHECK_NAMES } from '@stablecoin/contracts';
import { Random } from '@stablecoin/event-sourcing/testing';
import type {
  Finding,
  ScreeningProvider,
  ScreeningSubject,
} from '../../apps/compliance/src/application/screening-provider';
import type { Process } from './process';
import type { Recipient } from './workload';
import { BLOCK_MS, type World } from './world';

type Answer = Finding | 'later';

/**
 * The screening providers: one for each check, and a second one for money laundering, which between them give every
 * answer that a provider may give. The first one decides what is found; the second agrees or does not know.
 */
export function providersOf(
  world: World,
  process: Process,
  recipients: readonly Recipient[],
): readonly ScreeningProvider[] {
  // Of their own, so that the answers' form changes nothing else in a run.
  const forms = new Random(world.seed ^ 0x5c7ee4);
  const pass = (evidence = 'Nothing was found.'): Finding =>
    forms.chance(0.1)
      ? { outcome: 'pass', evidence, validUntil: world.now + forms.below(60) * BLOCK_MS }
      : { outcome: 'pass', evidence };
  const formOf = (outcome: Recipient['finding']): Answer => {
    if (outcome === 'review' && forms.chance(0.4)) return 'later';
    return outcome === 'pass' ? pass() : { outcome, evidence: `It is ${outcome}.` };
  };
  const decides = async ({ address }: ScreeningSubject): Promise<Answer> => {
    const { random, faults } = world;
    await world.delay(process);
    if (random.chance(faults.answer)) throw new Error('the provider is down');
    const { finding = 'pass', wavers = false } = recipients.find((each) => each.address === address) ?? {};
    return formOf(wavers ? random.pick(['pass', 'pass', 'fail', 'review']) : finding);
  };
  const others = CHECK_NAMES.filter((check) => check !== 'aml').map((check) => ({
    name: 'simulated',
    check,
    screen: () => Promise.resolve(pass()),
  }));
  const second = (): Answer =>
    forms.chance(0.5) ? { outcome: 'not_covered', evidence: 'It does not know the address.' } : pass();
  return [
    ...others,
    { name: 'simulated', check: 'aml', screen: decides },
    { name: 'second', check: 'aml', screen: () => Promise.resolve(second()) },
  ];
}
