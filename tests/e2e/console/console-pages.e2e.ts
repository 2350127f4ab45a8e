/**
 * @needs own-service
 * @slow 75
 */
import type { Page } from 'playwright-core';
import { seriousProblemsOf } from './support/axe';
import { describeWithChromium } from './support/chromium';
import { useConsole } from './support/console-under-test';
import { seed, type Seeded } from './support/seed';
import type { WatchedBrowser } from './support/watched-browser';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const SIZES = { phone: PHONE, desktop: DESKTOP };
/** Nothing stands out of the page, also in windows between; the last is the size itself. */
const WIDTHS = { phone: [360, PHONE.width], desktop: [768, 1024, 1280, DESKTOP.width] } as const;
const FIRST_LOAD_BYTES_MAX = 250_000;
const LAYOUT_SHIFT_MAX = 0.1;

/** Every page: its address below `/console/`, with the name of what was seeded in place of an id, and its heading. */
const PAGES: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ['', 'Overview'],
  ['payments', 'Payments'],
  ['payments/new', 'Create a payment'],
  ['payments/{payment}', /1,250\.00.*Settled/],
  ['payments/{failed}', /Failed/],
  ['approvals', 'Approvals'],
  ['approvals/all', 'Approvals'],
  ['approvals/{approval}', /250\.00.*Pending/],
  ['wallets', 'Wallets'],
  ['wallets/new', 'Create a wallet'],
  ['wallets/{wallet}', 'Procurement'],
  ['wallets/{wallet}/ledger', 'Procurement'],
  ['treasury', 'Treasury'],
  ['treasury/ledger', 'Treasury'],
  ['compliance', 'Compliance'],
  ['compliance/checks', 'Compliance'],
  ['compliance/attestations', 'Compliance'],
  ['compliance/attestations/{attestation}', /case 4711.*Active/],
  ['compliance/{review}', /Review/],
  ['rules', 'Rules'],
  ['rules/{draft}', 'Draft of rules'],
  ['webhooks', 'Webhooks'],
  ['webhooks/{endpoint}', /hooks/],
  ['webhooks/events', 'Webhooks'],
  ['webhooks/events/{event}', /payment\.settled/],
  ['webhooks/deliveries/{delivery}', /Delivery of/],
  ['api-keys', 'API keys'],
  ['api-keys/{key}', /Back office/],
  ['team', 'Team'],
  ['team/policies', 'Team'],
  ['audit-log', 'Audit log'],
  ['system', 'System'],
  ['system/dead-letters', 'System'],
];

/** Dialogs with something to read or to fill in: the page, and the button that opens it. */
const DIALOGS: readonly (readonly [path: string, opener: string])[] = [
  ['', 'Open the menu'],
  ['approvals/{approval}', 'Approve with your wallet'],
  ['approvals/{approval}', 'Reject'],
  ['wallets/{wallet}', 'Add test funds'],
  ['treasury', 'Change thresholds'],
  ['compliance', 'Screen an address'],
  ['compliance/{review}', 'Clear'],
  ['rules/{draft}', 'Edit limit-usdc'],
  ['webhooks', 'Add endpoint'],
  ['webhooks/{endpoint}', 'Replay events'],
  ['api-keys', 'Create API key'],
];

describeWithChromium('The console', () => {
  const console = useConsole();
  const visitors = new Map<keyof typeof SIZES, WatchedBrowser>();
  let seeded: Seeded;

  beforeAll(async () => {
    seeded = await seed(console().api);
    for (const [name, viewport] of Object.entries(SIZES)) {
      visitors.set(name as keyof typeof SIZES, await console().visitWithKey({ viewport }));
    }
  });

  const visitor = (size: keyof typeof SIZES): WatchedBrowser => visitors.get(size)!;

  /** An address below `/console/`, with the id of what was seeded. */
  const at = (path: string) => path.replace(/\{(\w+)\}/, (_, name) => seeded[name as keyof Seeded]);

  it('has no page in its sidebar that is not tested here', async () => {
    const { page } = visitor('desktop');
    await open(page, '', 'Overview');
    const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all();
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    const tested = PAGES.map(([path]) => `/console/${path}`.replace(/\/$/, ''));
    expect(tested).toEqual(expect.arrayContaining(paths));
  });

  describe.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('on a %s', (size) => {
    it.each(PAGES)(
      '/console/%s can be used by everybody, in both themes, and nothing moves while it loads',
      async (path, heading) => {
        const { page } = visitor(size);
        await page.emulateMedia({ colorScheme: 'light' });
        await open(page, at(path), heading);
        expect(await visitor(size).layoutShift()).toBeLessThan(LAYOUT_SHIFT_MAX);
        for (const width of WIDTHS[size]) {
          await page.setViewportSize({ ...SIZES[size], width });
          expect([width, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([width, width]);
        }
        expect(await seriousProblemsOf(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await seriousProblemsOf(page, ['color-contrast'])).toEqual([]);
        await visitor(size).expectClean();
      },
    );
  });

  it.each(DIALOGS)('/console/%s: the dialog of “%s” can be used by everybody', async (path, opener) => {
    const { page } = visitor('phone');
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, at(path), /./);
    await page.getByRole('button', { name: opener, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await seriousProblemsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousProblemsOf(page, ['color-contrast'])).toEqual([]);
    await visitor('phone').expectClean();
  });

  it('the sign-in page can be used by everybody', async () => {
    const nobody = await console().visit({ viewport: PHONE });
    for (const colorScheme of ['light', 'dark'] as const) {
      await nobody.page.emulateMedia({ colorScheme });
      await open(nobody.page, '', /^Sign in/);
      expect(await seriousProblemsOf(nobody.page)).toEqual([]);
    }
    await nobody.expectClean();
    await nobody.close();
  });

  it(`loads less than ${FIRST_LOAD_BYTES_MAX / 1_000} kB before its first page is shown`, async () => {
    const fresh = await console().visitWithKey({ viewport: DESKTOP });
    const loaded: string[] = [];
    fresh.page.on('response', (response) => loaded.push(response.url()));
    await open(fresh.page, '', 'Overview');
    const files = loaded.filter((url) => new URL(url).pathname.startsWith('/console'));
    const sizes = await Promise.all(files.map(gzippedSizeOf));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const paint = await fresh.page.evaluate<number>(
      'performance.getEntriesByName("first-contentful-paint")[0].startTime',
    );
    process.stderr.write(
      `The console: ${files.length} files, ${Math.round(bytes / 1_000)} kB with gzip; first contentful paint after ${Math.round(paint)} ms\n`,
    );
    expect(files.length).toBeGreaterThan(3);
    expect(bytes).toBeLessThan(FIRST_LOAD_BYTES_MAX);
    await fresh.close();
  });
});

/** Opens a page and waits until all of it is there. */
async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`/console/${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Loading' }).first().waitFor({ state: 'detached' });
}

async function gzippedSizeOf(url: string): Promise<number> {
  const { headers } = await fetch(url, { headers: { 'accept-encoding': 'gzip' }, method: 'HEAD' });
  return Number(headers.get('content-length'));
}
