/**
 * @needs own-service
 * @slow 40
 */
import type { Payment } from '@stablecoin/contracts';
import type { Route } from 'playwright-core';
import { describeWithChromium } from './support/chromium';
import { KEY, OTHER_KEY, useConsole } from './support/console-under-test';
import { Keyboard } from './support/keyboard';
import { button, heading, useVisitors } from './support/visitors';
import { EVM_RECIPIENT, paymentInReview, REVIEWED } from '../support/payments';

/** What the pages of an account say in which nothing has happened. */
const EMPTY_PAGES: readonly (readonly [path: string, text: string])[] = [
  ['', 'Nothing waits for a person.'],
  ['payments', 'No payments yet'],
  ['approvals', 'Nothing waits for an approval'],
  ['approvals/all', 'No approvals yet'],
  ['wallets', 'No wallets yet'],
  ['compliance', 'Nothing to review'],
  ['compliance/attestations', 'No attestations yet'],
  ['webhooks', 'No endpoints yet'],
  ['webhooks/events', 'Nothing has happened yet'],
  ['system/dead-letters', 'No dead letters'],
];

/** How a list cannot be had, and what its page says. */
const FAILURES: readonly (readonly [how: string, fail: (route: Route) => Promise<void>, text: string | RegExp])[] = [
  ['the service is down', (route) => route.abort('connectionrefused'), /^The service cannot be reached\./],
  [
    'it fails',
    (route) => route.fulfill({ status: 500, json: refusal('internal_error', 'Something went wrong here.') }),
    'Something went wrong here.',
  ],
  [
    'too much is asked',
    (route) => route.fulfill({ status: 429, json: refusal('rate_limited', 'Too many requests: slow down.') }),
    'Too many requests: slow down.',
  ],
  [
    'only a proxy answers',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    'The service answered 502.',
  ],
];

const ROWS = 10_000;
/** More than the console asks for, so that the test takes less time. */
const ROWS_IN_AN_ANSWER = 500;
const ROWS_IN_THE_PAGE_MAX = 100;

describeWithChromium('The console', () => {
  const console = useConsole();
  const visitors = useVisitors(console);

  it('says what to do where there is nothing yet', async () => {
    const page = await visitors.keyHolder('', OTHER_KEY);
    for (const [path, text] of EMPTY_PAGES) {
      await page.goto(`/console/${path}`);
      await page.getByText(text, { exact: true }).waitFor();
    }
  });

  it('says why a list cannot be shown, and shows it once it can', async () => {
    await Promise.all(
      FAILURES.map(async ([, fail, text]) => {
        const visitor = await console().visitWithKey();
        await visitor.page.route('**/v1/payments?*', fail);
        const page = await visitors.opened(visitor, 'payments');
        const alert = page.getByRole('alert');
        await alert.getByText(text).waitFor();
        await page.unroute('**/v1/payments?*');
        await button(alert, 'Try again').click();
        await alert.waitFor({ state: 'detached' });
        await page
          .getByText('No payments yet')
          .or(page.getByRole('table', { name: 'Payments' }))
          .waitFor();
      }),
    );
  });

  it('keeps what is shown while the service does not answer, and the session of nobody who has left', async () => {
    const { created } = await paymentInReview(console().api, { amount: '750.00' });
    const path = `payments/${String(created.body['id'])}`;
    const page = await visitors.keyHolder(path);
    const shown = heading(page, /750\.00.*In review$/);
    const asked = (inBackground: boolean) =>
      page.waitForRequest((request) => {
        const isOfPayment = new URL(request.url()).pathname === `/v1/${path}`;
        return isOfPayment && (request.headers()['svc-background'] === 'true') === inBackground;
      });
    await shown.waitFor();
    const silence = page.getByText('The service does not answer. What you see may be old.');
    await page.route('**/v1/**', (route) => route.abort('connectionrefused'));
    await silence.waitFor();
    await shown.waitFor();
    await page.unroute('**/v1/**');
    await silence.waitFor({ state: 'detached' });

    // A service on the same machine is there without a network.
    await page.evaluate('dispatchEvent(new Event("offline"))');
    await page.evaluate('{ const now = Date.now; Date.now = () => now() + 120_000; }');
    await asked(true);
    await page.mouse.move(200, 200);
    await asked(false);
  });

  it(`stays fluid with ${ROWS.toLocaleString('en')} payments in a list`, async () => {
    const { body } = await console().api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const visitor = await console().visitWithKey();
    await visitor.page.route('**/v1/payments?*', (route) => route.fulfill({ json: pageOf(body, route) }));
    const page = await visitors.opened(visitor, 'payments');
    await page.getByRole('row').nth(1).waitFor();
    const { rows, longestMs } = await page.evaluate<Scrolled>(SCROLL_TO_THE_END);
    process.stderr.write(`The console: ${ROWS} payments; the longest frame took ${Math.round(longestMs)} ms\n`);
    expect(rows).toBeGreaterThan(10);
    expect(rows).toBeLessThan(ROWS_IN_THE_PAGE_MAX);
    await page.getByText(`Invoice ${ROWS}`, { exact: true }).waitFor();
  });

  it('can be used with the keyboard alone, from the sign-in to a payment that is canceled', async () => {
    const page = await visitors.stranger();
    const keyboard = new Keyboard(page);
    await page.getByLabel('API key').waitFor();
    await keyboard.type(KEY);
    await keyboard.press('Enter');
    await heading(page, 'Overview').waitFor();
    await keyboard.to('Payments');
    await keyboard.press('Enter');
    await heading(page, 'Payments').waitFor();
    await keyboard.to('Create payment');
    await keyboard.press('Enter');
    await heading(page, 'Create a payment').waitFor();
    await keyboard.to('Recipient');
    await keyboard.type(REVIEWED);
    await keyboard.to('Amount');
    await keyboard.type('31.00');
    await keyboard.press('Enter');
    await heading(page, /31\.00.*In review$/).waitFor();
    await keyboard.to('Cancel payment');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel this payment?' });
    await dialog.waitFor();
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Back where the dialog was opened.
    await keyboard.isAt('Cancel payment');
    await keyboard.press('Enter');
    await dialog.waitFor();
    await keyboard.to('Cancel the payment');
    await keyboard.press('Enter');
    await heading(page, /31\.00.*Canceled$/).waitFor();
    await page.getByText('The payment is canceled.').waitFor();
  });
});

function refusal(code: string, message: string): object {
  return { code, message, retryable: false, request_id: 'req_01K8Z3TB4H6W2Q9M5N7R4XWBYD' };
}

/** A page of many payments, as the service would answer it. */
function pageOf(payment: object, route: Route): object {
  const { searchParams } = new URL(route.request().url());
  const after = Number(searchParams.get('starting_after')?.slice(4) ?? 0);
  const count = Math.min(ROWS_IN_AN_ANSWER, ROWS - after);
  const data = Array.from({ length: count }, (_, index) => ({
    ...(payment as Payment),
    id: `pay_${after + index + 1}`,
    memo: `Invoice ${after + index + 1}`,
  }));
  const has_more = after + count < ROWS;
  return { data, has_more, next_cursor: has_more ? `pay_${after + count}` : null };
}

interface Scrolled {
  /** The most that were in the page at a time. */
  readonly rows: number;
  readonly longestMs: number;
}

/** Scrolls down, frame by frame, until the last row is there. */
const SCROLL_TO_THE_END = `(async () => {
  let [rows, longestMs, last] = [0, 0, performance.now()];
  const until = last + 30_000;
  while (document.querySelector('[aria-rowindex="${ROWS + 1}"]') === null && last < until) {
    scrollTo(0, document.documentElement.scrollHeight);
    const now = await new Promise(requestAnimationFrame);
    [longestMs, last] = [Math.max(longestMs, now - last), now];
    rows = Math.max(rows, document.querySelectorAll('[role=row]').length);
  }
  return { rows, longestMs };
})()`;
