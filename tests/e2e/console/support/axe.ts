import { source as axeSource } from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe calls serious or critical: the rule, and the elements.
 *
 * @param rules - default: all
 */
export async function seriousProblemsOf(
  page: Page,
  rules: readonly string[] | null = null,
): Promise<readonly string[]> {
  // By the protocol of the browser: the content security policy lets nobody add a script to the page.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ resultTypes: ["violations"], runOnly: ${JSON.stringify(rules ?? undefined)} })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`));
}
