import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const WATCH = join(__dirname, 'in-page', 'watch.js');
/** What the console may keep in the browser: the theme, and how far pages are scrolled. */
const STORED = new Set(['theme', 'react-router-scroll-positions']);

/** A browser of its own, that notices whatever a page of the console must not do. */
export class WatchedBrowser {
  readonly #violations: string[] = [];
  readonly #foreign: string[] = [];
  readonly #errors: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  /** @param origins - that its pages may ask */
  static async open(
    browser: Browser,
    origins: readonly string[],
    options: BrowserContextOptions = {},
  ): Promise<WatchedBrowser> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const watched = new WatchedBrowser(context, await context.newPage());
    await watched.#watch(origins);
    return watched;
  }

  /** Exchanges an API key for a session, as the sign-in page does. */
  async signInWithKey(key: string): Promise<void> {
    const answer = await this.context.request.post('/v1/sessions', { headers: { authorization: `Bearer ${key}` } });
    if (!answer.ok()) throw new Error(`the sign-in answered ${answer.status()}: ${await answer.text()}`);
  }

  /** Fails with whatever was noticed, and with what pages have left in the browser's storage. */
  async expectClean(): Promise<void> {
    const keys = await this.page.evaluate<string[]>('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]');
    expect({
      violations: this.#violations,
      foreign: this.#foreign,
      errors: this.#errors,
      stored: keys.filter((key) => !STORED.has(key)),
    }).toEqual({ violations: [], foreign: [], errors: [], stored: [] });
  }

  /** How far what was shown has moved by itself since the page was loaded. */
  layoutShift(): Promise<number> {
    return this.page.evaluate<number>('layoutShift');
  }

  close(): Promise<void> {
    return this.context.close();
  }

  async #watch(origins: readonly string[]): Promise<void> {
    this.context.on('request', (request) => {
      if (!origins.includes(new URL(request.url()).origin)) this.#foreign.push(request.url());
    });
    this.context.on('weberror', (error) => this.#errors.push(error.error().message));
    await this.context.exposeFunction('reportViolation', (text: string) => this.#violations.push(text));
    await this.context.addInitScript({ path: WATCH });
  }
}
