import { kafkaState } from '@stablecoin/messaging';
import { clockFinding } from './clock';
import type { CheckContext } from './check-context';
import { attempt, fail, ok, warn, type DoctorFinding } from './finding';

/** Kafka and its topics. */
export async function checkBus({ configuration: { bus } }: CheckContext): Promise<readonly DoctorFinding[]> {
  if (bus === 'memory') return [];
  const advice = 'Check BUS_URL, the brokers, and the network between.';
  return attempt('kafka', advice, async () => {
    const { brokers, missing, onOneDisk } = await kafkaState(bus);
    const answers = ok('kafka', `${brokers} brokers answer`);
    if (missing.length > 0) return [answers, fail('topics', `missing: ${missing.join(', ')}`, 'Run: npm run topics')];
    if (onOneDisk.length > 0) {
      const what = 'Run three brokers, and make the topics with --replication 3.';
      return [
        answers,
        warn('topics', `an acknowledged message of ${onOneDisk.length} topics is on one disk only`, what),
      ];
    }
    return [answers, ok('topics', 'all are there')];
  });
}

/** Redis, which counts the rate limits of several gateways. */
export async function checkRateLimits({
  configuration: { rateLimit },
}: CheckContext): Promise<readonly DoctorFinding[]> {
  if (rateLimit === 'memory') return [];
  const advice = 'Check RATE_LIMIT_URL, the server, and the network between. Until then each gateway counts alone.';
  const found = await attempt('redis', advice, async () => {
    const { askRedis } = await import('@stablecoin/gateway');
    const before = Date.now();
    const { version, now } = await askRedis(rateLimit.url);
    return [ok('redis', `Redis ${version} answers`), clockFinding('Redis', now, before, Date.now())];
  });
  // Payments do not need it.
  return found.map((finding) =>
    finding.check === 'redis' && finding.status === 'fail' ? { ...finding, status: 'warn' } : finding,
  );
}
