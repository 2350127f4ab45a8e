// `npm run screenshots`: makes the pictures of the console in docs/images. It starts a service, lets a fortnight of payments pass in
// it, and photographs its pages with Chromium.
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadTypescript } from './load-typescript.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root } from './workspace.mjs';

const IMAGES = join(root, 'docs', 'images');
const BYTES_MAX = 150_000;
const DESKTOP = { width: 1280, height: 760 };
/** High enough for the first chart. */
const OVERVIEW = { width: 1280, height: 1040 };
const PHONE = { width: 390, height: 780 };

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
const { ConsoleUnderTest } = loadTypescript()(
  join(root, 'tests', 'e2e', 'console', 'support', 'console-under-test.ts'),
);
const { BackdatedClock, fillFortnight } = loadTypescript()(
  join(root, 'tests', 'e2e', 'console', 'support', 'fortnight.ts'),
);

const clock = new BackdatedClock();
const running = await ConsoleUnderTest.start({ WEBHOOK_SCHEDULE: '0ms,500ms,1h' });
try {
  const { payment, approval, review, delivery } = await fillFortnight(running.api, clock);
  mkdirSync(IMAGES, { recursive: true });
  await shoot('overview', '', { viewport: OVERVIEW }, (page) => page.locator('canvas').first().waitFor());
  await shoot('payment', `payments/${payment}`, { viewport: DESKTOP });
  await shoot('review', `compliance/${review}`, { viewport: DESKTOP });
  await shoot('delivery', `webhooks/deliveries/${delivery}`, { viewport: DESKTOP, colorScheme: 'dark' });
  await shoot('approval', `approvals/${approval}`, { viewport: PHONE, colorScheme: 'dark' });
} finally {
  await running.stop();
}
for (const file of readdirSync(IMAGES)) {
  const { size } = statSync(join(IMAGES, file));
  console.log(`docs/images/${file}: ${Math.round(size / 1_000)} kB`);
  if (size > BYTES_MAX) process.exitCode = 1;
}

async function shoot(name, path, options, untilDrawn = async () => {}) {
  const visitor = await running.visitAs('ada', options);
  await visitor.page.goto(`/console/${path}`);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  await visitor.page.getByRole('status').filter({ hasText: 'Loading' }).first().waitFor({ state: 'detached' });
  await untilDrawn(visitor.page);
  await visitor.page.screenshot({ path: join(IMAGES, `${name}.png`), animations: 'disabled' });
  await visitor.close();
}
