import type { Locator, Page } from 'playwright-core';
import { KEY, type ConsoleUnderTest } from './console-under-test';
import type { WatchedBrowser } from './watched-browser';

/** Opens pages as different people. After each test their browsers are looked at, and closed. */
export class Visitors {
  readonly #open: WatchedBrowser[] = [];

  constructor(private readonly console: () => ConsoleUnderTest) {}

  /** The page of somebody who has not signed in. */
  async stranger(path = ''): Promise<Page> {
    return this.opened(await this.console().visit(), path);
  }

  /** The page of whoever has an API key. */
  async keyHolder(path = '', key = KEY): Promise<Page> {
    return this.opened(await this.console().visitWithKey({}, key), path);
  }

  /** The page of a person who has signed in at the identity provider. */
  async person(name: string, path = ''): Promise<Page> {
    return this.opened(await this.console().visitAs(name), path);
  }

  async opened(visitor: WatchedBrowser, path: string): Promise<Page> {
    this.#open.push(visitor);
    await visitor.page.goto(`/console/${path}`);
    return visitor.page;
  }

  /** Fails with whatever a page must not have done. */
  async leave(): Promise<void> {
    for (const visitor of this.#open.splice(0)) {
      await visitor.expectClean();
      await visitor.close();
    }
  }
}

/** The same for all tests of a `describe`. */
export function useVisitors(console: () => ConsoleUnderTest): Visitors {
  const visitors = new Visitors(console);
  afterEach(() => visitors.leave());
  return visitors;
}

export function button(on: Page | Locator, name: string): Locator {
  return on.getByRole('button', { name, exact: true });
}

export function field(on: Page | Locator, name: string | RegExp): Locator {
  return on.getByRole('textbox', { name, exact: true });
}

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name });
}
