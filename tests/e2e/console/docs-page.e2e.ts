/**
 * @needs own-service
 * @slow 15
 */
import { describeWithChromium } from './support/chromium';
import { KEY, useConsole } from './support/console-under-test';
import { button, useVisitors } from './support/visitors';

describeWithChromium('The page of the API', () => {
  const console = useConsole();
  const visitors = useVisitors(console);

  it('sends a request that is tried to where it comes from, and no example that nobody chose', async () => {
    const page = await visitors.stranger();
    await page.goto('/docs');
    await button(page, 'Authorize').click();
    await page.getByLabel('auth-bearer-value').fill(KEY);
    await page.getByLabel('auth-bearer-value').press('Enter');
    await button(page, 'Close').first().click();

    const operation = page.locator('.opblock', { has: page.getByText('List payments', { exact: true }) });
    await operation.locator('.opblock-summary-control').click();
    await operation.getByText('Example: confirming').waitFor();
    await button(operation, 'Try it out').click();
    const answered = page.waitForResponse((response) => response.url().includes('/v1/payments'));
    await button(operation, 'Execute').click();
    const answer = await answered;
    expect([answer.status(), new URL(answer.url()).search]).toEqual([200, '']);
    expect(new URL(answer.url()).origin).toBe(new URL(page.url()).origin);
  });
});
