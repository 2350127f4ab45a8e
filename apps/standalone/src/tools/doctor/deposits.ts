import { ok, warn, type DoctorFinding } from './finding';
import type { CheckContext } from './check-context';

const CHECK = 'deposits';

/** Whether live deposits are screened, where real sources screen payments. */
export function checkDeposits({ configuration }: Pick<CheckContext, 'configuration'>): readonly DoctorFinding[] {
  const { sources, deposits } = configuration.screening;
  if (deposits) return [ok(CHECK, 'live deposits are held until their sender is cleared')];
  const isReal = sources?.sanctions.some((name) => name !== 'sandbox') ?? false;
  if (!isReal) return [];
  return [
    warn(
      CHECK,
      'live deposits are available without a screening of their sender: SCREEN_DEPOSITS is off',
      'Set SCREEN_DEPOSITS=on, see docs/compliance.md#money-that-arrives.',
    ),
  ];
}
