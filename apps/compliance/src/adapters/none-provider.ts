import type { CheckName } from '@stablecoin/contracts';
import type { ScreeningProvider } from '../application/screening-provider';

/** Passes everybody, because the operator has chosen to make no such check. It shows in every result. */
export function noneProvider(check: CheckName): ScreeningProvider {
  return {
    name: 'none',
    check,
    screen: (_, signal) =>
      Promise.resolve().then(() => {
        signal.throwIfAborted();
        return { outcome: 'pass' as const, evidence: `The operator has switched the ${check} check off.` };
      }),
  };
}
