import type { Resource } from '../../api/client';
import type { Tone } from '../../ui/badge';
import { compareAmounts, groupThousands } from '../../ui/money';
import { labelOf } from '../../ui/labels';

/** Something that a person has to look at. */
export interface Need {
  readonly tone: Tone;
  readonly kind: string;
  readonly title: string;
  readonly text?: string | undefined;
  /** Where it is dealt with. */
  readonly to: string;
}

interface TriedDelivery {
  readonly status: string;
  readonly attempts: readonly { readonly error: string | null }[];
}

const CHAINS = { base: 'Base', ethereum: 'Ethereum', solana: 'Solana' } as const;

/** Where the treasury holds less USDC than its threshold, in all or on a chain. */
export function lowBalances(
  balance: Pick<Resource<'TreasuryBalance'>, 'usdc' | 'chains'> | undefined,
  settings: Resource<'TreasurySettings'> | undefined,
): readonly Need[] {
  if (balance === undefined || settings === undefined) return [];
  const { total, chains } = settings.low_balance;
  const held = [
    { place: 'The treasury', amount: balance.usdc, threshold: total },
    ...(['base', 'ethereum', 'solana'] as const).map((chain) => ({
      place: `The treasury on ${CHAINS[chain]}`,
      amount: balance.chains[chain],
      threshold: chains[chain],
    })),
  ];
  return held.flatMap(({ place, amount, threshold }) => {
    if (threshold === null || compareAmounts(amount, threshold) >= 0) return [];
    const text = `The threshold is ${groupThousands(threshold)} USDC.`;
    return [
      {
        tone: 'critical',
        kind: 'Low balance',
        title: `${place} holds ${groupThousands(amount)} USDC`,
        text,
        to: '/treasury',
      },
    ];
  });
}

/** What the service itself asks an operator to look at. */
export function alarms(system: Pick<Resource<'System'>, 'alarms'> | undefined): readonly Need[] {
  return (system?.alarms ?? []).map(({ name, severity, message }) => ({
    tone: severity === 'critical' ? 'critical' : 'warning',
    kind: 'Alarm',
    title: labelOf(name),
    text: message,
    to: '/system',
  }));
}

/**
 * Endpoints that are disabled for a reason, or whose latest delivery that was tried has not arrived.
 *
 * @param latest - the latest deliveries of each endpoint, in the same order, the newest first
 */
export function failingEndpoints(
  endpoints: readonly Pick<Resource<'WebhookEndpoint'>, 'id' | 'url' | 'status' | 'disabled_reason'>[],
  latest: readonly (readonly TriedDelivery[])[],
): readonly Need[] {
  return endpoints.flatMap(({ id, url, status, disabled_reason }, index) => {
    const text = status === 'enabled' ? lastError(latest[index] ?? []) : disabled_reason;
    if (text === null) return [];
    return [
      { tone: 'critical', kind: 'Webhooks', title: `${url} does not receive events`, text, to: `/webhooks/${id}` },
    ];
  });
}

function lastError(deliveries: readonly TriedDelivery[]): string | null {
  const delivery = deliveries.find(({ attempts }) => attempts.length > 0);
  if (delivery === undefined || delivery.status === 'delivered') return null;
  return delivery.attempts.at(-1)?.error ?? null;
}
