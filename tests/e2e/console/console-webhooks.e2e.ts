/**
 * @needs own-service
 * @slow 65
 */
import { newId } from '@stablecoin/contracts';
import { describeWithChromium } from './support/chromium';
import { KEY, OTHER_KEY, useConsole } from './support/console-under-test';
import { button, field, heading, useVisitors } from './support/visitors';
import { EVM_RECIPIENT, untilEnded } from '../support/payments';
import { receivedBy, WebhookSink } from '../support/webhook-sink';

const DAY_MS = 86_400_000;

describeWithChromium('In the console', () => {
  const console = useConsole({ WEBHOOK_SCHEDULE: '0ms,500ms,1h' });
  const visitors = useVisitors(console);

  it('a newcomer with the printed key pays, sees it settle, and reads and repeats its webhook, without a server', async () => {
    const page = await visitors.stranger();
    await page.getByLabel('API key').fill(KEY);
    await button(page, 'Sign in').click();
    await heading(page, 'Overview').waitFor();
    await page.getByText('Nothing waits for a person.').waitFor();

    await page.getByRole('link', { name: 'Create payment' }).click();
    await button(page, 'Settled after 3 s').click();
    await heading(page, /(Broadcast|Confirming)$/).waitFor();
    await heading(page, /Settled$/).waitFor();

    await page.getByRole('link', { name: 'Add an endpoint' }).click();
    await button(page, 'Add endpoint').click();
    const form = page.getByRole('dialog', { name: 'Add an endpoint' });
    await button(form, 'Use one of the sandbox').click();
    expect(await field(form, 'URL').inputValue()).toBe('https://sandbox.test/200');
    await field(form, 'URL').fill('https://sandbox.test/503/200');
    await button(form, 'Add endpoint').click();
    const secret = page.getByRole('dialog', { name: 'The signing secret' });
    await secret.getByText(/^whsec_/).waitFor();
    await button(secret, 'I have copied it').click();
    await heading(page, /sandbox\.test.*Enabled/).waitFor();
    await page.getByText('Nothing was sent yet').waitFor();

    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('link', { name: 'Create payment' }).click();
    await button(page, 'Settled').click();
    await page.getByText('The event payment.settled was not delivered: the endpoint answered 503.').waitFor();
    await page.getByText('The event payment.settled was delivered.').waitFor();
    await page.getByRole('link', { name: 'Open the delivery' }).last().click();
    await heading(page, /payment\.settled.*Delivered/).waitFor();
    await page.getByRole('heading', { name: 'Attempt 1' }).waitFor();
    await page.getByRole('heading', { name: 'Attempt 2' }).waitFor();
    await page.getByText('The sandbox answers 503.').waitFor();
    await page
      .getByText(/svc-signature: t=/)
      .first()
      .waitFor();
    await button(page, 'Send again').click();
    await button(page.getByRole('dialog'), 'Send it again').click();
    await page.getByText('The event is on its way.').waitFor();
    await page.getByRole('link', { name: 'Endpoint', exact: true }).click();
    const deliveries = page.getByRole('table', { name: 'Deliveries' });
    await deliveries
      .getByRole('row', { name: /payment\.settled.*Delivered/ })
      .nth(1)
      .waitFor();
  });

  it('one event, all since a moment, and those between two moments are sent once more, with the same ids', async () => {
    const api = console().api.withKey(OTHER_KEY);
    const sink = await WebhookSink.open();
    try {
      const { body: endpoint } = await api.post('/webhook_endpoints', { url: sink.url, events: ['payment.settled'] });
      await api.post('/payments', { to: EVM_RECIPIENT, amount: '3.00' });
      const [first] = await receivedBy(sink);
      await api.post('/payments', { to: EVM_RECIPIENT, amount: '4.00' });
      const second = (await receivedBy(sink, 2))[1];

      const page = await visitors.keyHolder(`webhooks/${String(endpoint['id'])}`, OTHER_KEY);
      const form = page.getByRole('dialog', { name: 'Replay events' });
      const replay = async (which: string, values: Readonly<Record<string, string>>): Promise<void> => {
        await button(page, 'Replay events').click();
        await form.getByLabel('Which events').selectOption(which);
        for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
        await button(form, 'Replay').click();
        await form.waitFor({ state: 'detached' });
      };
      await replay('One event', { Event: first?.event.id ?? '' });
      expect((await receivedBy(sink, 3))[2]?.event.id).toBe(first?.event.id);
      await page
        .getByRole('row', { name: /payment\.settled.*Delivered/ })
        .nth(2)
        .waitFor();

      const both = [first?.event.id, second?.event.id].toSorted();
      const after = async (count: number) =>
        (await receivedBy(sink, count + 2))
          .slice(count)
          .map(({ event }) => event.id)
          .toSorted();
      const [yesterday, tomorrow] = [local(Date.now() - DAY_MS), local(Date.now() + DAY_MS)];
      await replay('All since a moment', { Since: yesterday });
      expect(await after(3)).toEqual(both);
      await replay('Those between two moments', { From: yesterday, Before: tomorrow });
      expect(await after(5)).toEqual(both);
    } finally {
      await sink.close();
    }
  });

  it('a dead letter is handled again, or says why it failed again', async () => {
    const { api, runtime } = console();
    const [payment, nothing] = [newId('pay', Date.now()), newId('pay', Date.now())];
    const order = {
      ...{ paymentId: payment, to: EVM_RECIPIENT, amount: '12500000', currency: 'USDC', chain: 'auto' },
      ...{ candidates: ['base'], from: null, memo: null, compliance: 'auto', complianceRef: null },
      ...{ countryCode: null, idempotencyKey: null },
    };
    await giveUp('payment.InitiatePayment', payment, order);
    await giveUp('payment.CancelPayment', nothing, { paymentId: nothing });

    const page = await visitors.keyHolder('system/dead-letters');
    const again = async (type: string) => {
      await button(page, type).click();
      const dialog = page.getByRole('dialog', { name: type });
      await dialog.getByText('Error', { exact: true }).waitFor();
      await button(dialog, 'Handle it again').click();
      return dialog;
    };
    const handled = await again('payment.InitiatePayment');
    await handled.waitFor({ state: 'detached' });
    await page.getByText('The message was handled.').waitFor();
    expect((await untilEnded(api, payment)).body).toMatchObject({ status: 'settled', amount: '12.50' });

    const failed = await again('payment.CancelPayment');
    await failed.getByText(/^It failed again: /).waitFor();
    await button(failed, 'Close').last().click();
    await button(page, 'payment.InitiatePayment').waitFor({ state: 'detached' });
    expect(await page.getByRole('table', { name: 'Dead letters' }).getByRole('row').count()).toBe(2);

    function giveUp(type: string, key: string, data: object): Promise<void> {
      const envelope = { time: Date.now(), account: 'default', livemode: false };
      const ids = { id: `req_${key}`, correlationId: `req_${key}`, causationId: `req_${key}` };
      return runtime.deadLetters.add({
        ...{ consumer: 'payment', topic: 'payment.commands.v1', attempts: 8, failedAt: Date.now() },
        message: { ...envelope, ...ids, type, key, data },
        cause: 'Error: the disk is full',
      });
    }
  });
});

/** As a field for a date and a time takes it, in the zone of this machine. */
function local(ms: number): string {
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 16);
}
