/** The accounts that pay in the bench, each with a treasury of its own. */
export const API_KEYS: readonly string[] = Array.from(
  { length: 16 },
  (_, account) => `svc_test_bench${String(account).padStart(16, '0')}`,
);

/** What `BOOTSTRAP_API_KEYS` of the service has to hold. */
export function bootstrapKeys(): string {
  return API_KEYS.map((key, account) => `${key}:bench_${account}:enterprise`).join(',');
}

/** The one that pays on chains. */
export const LIVE_API_KEY = 'svc_live_bench00000000000000000';
