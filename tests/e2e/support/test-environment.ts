import { bootstrapKeys } from './accounts';
import settings from './environment.json';

/** What a service must be started with for the suite to hold: short waits, and the suite's accounts. */
export function testEnvironment(): Record<string, string> {
  return { ...settings, BOOTSTRAP_API_KEYS: bootstrapKeys() };
}
