import { writeSync } from 'node:fs';
import type { CampaignRun } from './crash-campaign';

/** Tells `npm run crash`, which has opened a pipe for it, what became of a seed; without one there is nobody to tell. */
export function reportRun(run: CampaignRun): void {
  const descriptor = process.env['CRASH_REPORT_FD'];
  if (descriptor !== undefined) writeSync(Number(descriptor), `${JSON.stringify(run)}\n`);
}
