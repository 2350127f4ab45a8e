import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Page } from 'playwright-core';

const STOPS_MAX = 80;

interface Stop {
  readonly name: string;
  readonly isVisible: boolean;
}

/** A person without a mouse. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /**
   * Presses Tab until something is reached.
   *
   * @param name - its label or its text
   * @throws Error when it cannot be reached, or when on the way nobody sees where the keyboard is
   */
  async to(name: string): Promise<void> {
    const stops: string[] = [];
    while (stops.length < STOPS_MAX) {
      await this.page.keyboard.press('Tab');
      const stop = await this.page.evaluate<Stop>(STOP);
      if (!stop.isVisible) throw new Error(`the keyboard is at “${stop.name}”, and nothing shows it`);
      stops.push(stop.name);
      if (stop.name === name) return;
    }
    throw new Error(`the keyboard does not get to “${name}”, only to ${stops.join(', ')}`);
  }

  /**
   * Waits until something has the focus again.
   *
   * @throws Error when it does not get it
   */
  async isAt(name: string): Promise<void> {
    await eventually(async () => expect((await this.page.evaluate<Stop>(STOP)).name).toBe(name));
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }
}

/** Where the focus is, and whether it is drawn. Outside of the page, the browser shows it. */
const STOP = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return { name: 'the browser', isVisible: true };
  const label = at.getAttribute('aria-label') ?? at.labels?.[0]?.firstChild?.textContent ?? at.textContent;
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  return { name: label.trim(), isVisible: outlineStyle !== 'none' && outlineWidth !== '0px' };
})()`;
