/**
 * @needs own-service
 * @slow 55
 */
import type { Approval, Session } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Page, Route } from 'playwright-core';
import { describeWithChromium } from './support/chromium';
import { giveWallet } from './support/browser-wallet';
import { KEY, useConsole } from './support/console-under-test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { Approvals } from '../support/approvals';
import { heldDeposit } from '../support/deposits';
import { EVM_RECIPIENT, paymentInReview, untilEnded } from '../support/payments';
import { button, field, heading, useVisitors } from './support/visitors';

/** By its button: the state that the payment's page then shows, or the code of the error. */
const OUTCOMES: Readonly<Record<string, RegExp>> = {
  Settled: /Settled$/,
  'Settled after 3 s': /Settled$/,
  'Settled after 20 s': /(Broadcast|Confirming)$/,
  Reverted: /transaction_reverted/,
  Expired: /transaction_expired/,
  'Recipient on blocklist': /recipient_blocklisted/,
  'No fee': /insufficient_gas/,
  'Limit on chain': /spend_limit_onchain/,
  'Wallet changed': /wallet_policy_changed/,
  'Key already paid': /idempotency_conflict/,
  'Wallet on blocklist': /wallet_blocklisted/,
  'First chain down': /Settled$/,
  'All chains down': /chain_unavailable/,
  'Lost answer': /Settled$/,
  Reorganized: /Settled$/,
  Sanctioned: /compliance_blocked/,
  'Money laundering': /compliance_blocked/,
  'Not identified': /compliance_blocked/,
  'Travel rule': /compliance_blocked/,
  'Needs review': /waits for a reviewer/,
  'Provider fails twice': /Settled$/,
  'Provider down': /Screening$/,
  'Listed later': /Settled$/,
};

describeWithChromium('People in the console', () => {
  const console = useConsole({ SANDBOX_VALIDITY_MS: '1000' });
  const visitors = useVisitors(console);

  async function fillPayment(page: Page, amount: string): Promise<void> {
    await field(page, 'Recipient').fill(EVM_RECIPIENT);
    await field(page, 'Amount').fill(amount);
    await field(page, /^Memo/).fill('Invoice 1041');
  }

  async function csrfTokenOf(page: Page): Promise<string> {
    const session = (await (await page.request.get('/v1/sessions/current')).json()) as Session;
    return session.csrf_token ?? '';
  }

  /** Ends the session of the page while its next payment is on its way. */
  async function whileOnItsWay(page: Page, end: () => Promise<unknown>): Promise<void> {
    const endFirst = async (route: Route): Promise<void> => {
      await end();
      await eventually(async () => expect((await page.request.get('/v1/sessions/current')).status()).toBe(401));
      await route.continue();
    };
    await page.route('**/v1/payments', endFirst, { times: 1 });
  }

  describe('sign in', () => {
    it('with an API key, and are told when it is not valid', async () => {
      const page = await visitors.stranger();
      await page.getByLabel('API key').fill('svc_test_nobody');
      await button(page, 'Sign in').click();
      await page.getByText('This API key is not valid.').waitFor();
      await page.getByLabel('API key').fill(KEY);
      await button(page, 'Sign in').click();
      await heading(page, 'Overview').waitFor();
    });

    it('at their identity provider, and come back to the page that they wanted', async () => {
      await console().provider.person('ada');
      const page = await visitors.stranger('payments');
      await button(page, 'Sign in with your organization').click();
      await heading(page, 'Payments').waitFor();
      await page.getByText('Ada Lovelace').waitFor();
      await page.getByText('Administrator · default').waitFor();
    });

    it('and out: nobody comes back with the back button', async () => {
      const page = await visitors.keyHolder('payments');
      await heading(page, 'Payments').waitFor();
      await page.getByRole('button', { name: /API key/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
      await heading(page, /^Sign in/).waitFor();
      await page.goBack();
      await heading(page, /^Sign in/).waitFor();
    });
  });

  describe('pay', () => {
    it('and see the payment settle', async () => {
      const page = await visitors.keyHolder('payments');
      await page.getByRole('link', { name: 'Create payment' }).click();
      await fillPayment(page, '12.50');
      await button(page, 'Create payment').click();
      await heading(page, /12\.50.*Settled/).waitFor();
      const id = page.url().split('/').at(-1) ?? '';
      expect((await console().api.get(`/payments/${id}`)).body).toMatchObject({
        ...{ status: 'settled', amount: '12.50', to: EVM_RECIPIENT, memo: 'Invoice 1041', from: null },
        idempotency_key: expect.any(String),
      });
    });

    it('and can force every outcome of the sandbox', async () => {
      const page = await visitors.keyHolder('payments/new');
      await button(page, 'Settled').waitFor();
      const labels = await page.getByRole('button').and(page.locator('[title]')).allInnerTexts();
      expect(labels).toEqual(Object.keys(OUTCOMES));
      for (const [label, shown] of Object.entries(OUTCOMES)) {
        await button(page, label).click();
        await page.waitForURL('**/payments/pay_*');
        await heading(page, shown).or(page.getByText(shown)).and(page.locator(':not(button)')).first().waitFor();
        await page.goBack();
        await heading(page, 'Create a payment').waitFor();
      }
    });

    it('and lose nothing of a form when the session ends in the middle of it', async () => {
      const page = await visitors.keyHolder('payments/new');
      await fillPayment(page, '7.00');
      await whileOnItsWay(page, () => console().api.delete('/sessions'));
      await button(page, 'Create payment').click();
      const dialog = page.getByRole('dialog', { name: 'Sign in again' });
      await dialog.getByLabel('API key').fill(KEY);
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await field(page, 'Amount').inputValue()).toBe('7.00');
      await button(page, 'Create payment').click();
      await heading(page, /7\.00.*Settled/).waitFor();
    });

    it('and sign in again in a window of its own, where they have an identity provider', async () => {
      const page = await visitors.person('ada', 'payments/new');
      await fillPayment(page, '8.00');
      await whileOnItsWay(page, async () => {
        await page.request.delete('/v1/sessions', { headers: { 'svc-csrf-token': await csrfTokenOf(page) } });
      });
      await button(page, 'Create payment').click();
      const dialog = page.getByRole('dialog', { name: 'Sign in again' });
      await dialog.getByRole('button', { name: 'Sign in with your organization' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await field(page, 'Amount').inputValue()).toBe('8.00');
      await button(page, 'Create payment').click();
      await heading(page, /8\.00.*Settled/).waitFor();
    });

    it('only if they may: a viewer is offered no payment, and refused one', async () => {
      const page = await visitors.person('vera', 'payments');
      await heading(page, 'Payments').waitFor();
      expect(await page.getByRole('link', { name: 'Create payment' }).count()).toBe(0);
      await page.goto('/console/payments/new');
      await page.getByText('You may see payments, and not create them.').waitFor();
      const answer = await page.request.post('/v1/payments', {
        headers: { 'svc-csrf-token': await csrfTokenOf(page) },
        data: { to: EVM_RECIPIENT, amount: '1.00' },
      });
      expect(await answer.json()).toMatchObject({ code: 'insufficient_scope' });
    });

    it('only if the service lets them: a page that offers more than the role allows shows the refusal', async () => {
      const visitor = await console().visitAs('vera');
      await visitor.page.route('**/v1/sessions/current', async (route) => {
        const response = await route.fetch();
        const session = (await response.json()) as Session;
        await route.fulfill({ response, json: { ...session, scopes: [...session.scopes, 'payments:write'] } });
      });
      const page = await visitors.opened(visitor, 'payments/new');
      await fillPayment(page, '9.00');
      await button(page, 'Create payment').click();
      await page.getByText(/^You may not do this\. The role viewer does not have the scope payments:write\./).waitFor();
      expect(await field(page, 'Amount').inputValue()).toBe('9.00');
    });
  });

  it('see what is held of the treasury and of a wallet, and clear it', async () => {
    const { api } = console();
    const wallet = await api.post('/wallets', { owner: 'agent:held', chain: 'base' });
    const walletId = String(wallet.body['id']);
    await heldDeposit(api, '41.00');
    await heldDeposit(api, '42.00', walletId);

    const page = await visitors.keyHolder('treasury');
    await page.getByText('41.00 held until the sender is cleared').waitFor();
    await page.getByRole('columnheader', { name: 'Held besides' }).waitFor();
    await page.goto('/console/treasury/ledger?kind=held');
    await page.getByRole('row', { name: /^Deposit held 41\.00/ }).waitFor();
    await page.goto(`/console/wallets/${walletId}`);
    await page.getByText('42.00 held until the sender is cleared').waitFor();
    await page.getByRole('link', { name: 'Held deposits' }).click();
    await page
      .getByRole('row', { name: /42\.00/ })
      .getByRole('button', { name: 'Clear' })
      .click();
    await button(page.getByRole('dialog'), 'Clear it').click();
    await page.goto(`/console/wallets/${walletId}/ledger`);
    await page.getByRole('row', { name: /^Held deposit released 42\.00/ }).waitFor();
  });

  it('see the pages of their role, and no other', async () => {
    const page = await visitors.person('vera');
    await heading(page, 'Overview').waitFor();
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual([
      ...['Overview', 'Payments', 'Approvals', 'Wallets', 'Treasury', 'Compliance', 'Webhooks'],
    ]);
    for (const path of ['api-keys', 'rules', 'team', 'team/policies', 'audit-log', 'system', 'system/dead-letters']) {
      await page.goto(`/console/${path}`);
      await page.getByText('You may not see this').waitFor();
    }
    await page.goto('/console/webhooks');
    await page.getByText('No endpoints yet').waitFor();
    expect(await button(page, 'Add endpoint').count()).toBe(0);
  });

  describe('approve', () => {
    it('a payment with the wallet of their browser, which signs what the page shows', async () => {
      const approver = privateKeyToAccount(generatePrivateKey());
      const { api } = console();
      const { body: wallet } = await api.post('/wallets', {
        ...{ owner: 'agent:procurement', label: 'Procurement', chain: 'base', spend_limit: '100.00' },
        ...{ approvers: [approver.address], approval_threshold: 1 },
      });
      await api.post('/sandbox/faucet', { chain: 'base', amount: '1000.00', wallet: wallet['id'] });
      const order = { to: EVM_RECIPIENT, amount: '250.00', from: wallet['id'] };
      const { approval_id: id, id: payment } = (await api.post('/payments', order)).body;
      const { body: approval } = await api.get(`/approvals/${String(id)}`);

      const visitor = await console().visitAs('ada');
      const chainId = Number((approval as unknown as Approval).typed_data?.domain['chainId']);
      await giveWallet(visitor.context, approver, chainId, { isElsewhere: true, declinesOnce: true });
      const page = await visitors.opened(visitor, `approvals/${String(id)}`);
      await button(page, 'Approve with your wallet').click();
      const dialog = page.getByRole('dialog', { name: 'Approve with a signature' });
      await dialog.getByText('This page has computed the digest of the transfer').waitFor();
      await button(dialog, 'Sign and approve').click();
      await dialog.getByText(/^Your wallet is on another chain\./).waitFor();
      await button(dialog, 'Switch to Base Sepolia').click();
      await dialog.getByText('You declined in your wallet. Nothing was approved.').waitFor();
      await button(dialog, 'Sign and approve').click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('It was approved, and the payment continued.').waitFor();
      const paid = await untilEnded(api, String(payment));
      expect(paid.body).toMatchObject({ status: 'settled', amount: '250.00' });
      const decided = (await api.get(`/approvals/${String(id)}`)).body;
      expect(decided).toMatchObject({ status: 'approved', approved_by: [approver.address] });
    });

    it('or reject one, and the payment says why', async () => {
      const { approval, payment } = await new Approvals(console().api).waiting();
      const page = await visitors.person('ada', `approvals/${approval}`);
      await button(page, 'Reject').click();
      const dialog = page.getByRole('dialog', { name: 'Reject this payment?' });
      await field(dialog, /^Reason/).fill('The invoice was paid already.');
      await button(dialog, 'Reject the payment').click();
      await page.getByText('It was rejected, and the payment failed.').waitFor();
      await page.goto(`/console/payments/${payment}`);
      await heading(page, /100\.01.*Failed$/).waitFor();
      await page.getByText('The payment was rejected: The invoice was paid already.').first().waitFor();
    });
  });

  describe('review', () => {
    it('a screening, and nothing else: a reviewer decides in her own name', async () => {
      const { api } = console();
      const { ref, created } = await paymentInReview(api, { amount: '750.00' });
      const { approval: waiting } = await new Approvals(api).waiting();

      const page = await visitors.person('rosa', 'compliance');
      await page.getByRole('link', { name: /d005/ }).first().click();
      await page.waitForURL(`**/compliance/${ref}`);
      await field(page, /^Note/).fill('Known customer, documents seen.');
      await button(page, 'Clear').click();
      const dialog = page.getByRole('dialog', { name: 'Clear this screening?' });
      await dialog.getByRole('button', { name: 'Clear it' }).click();
      await page.getByText('Cleared by a person').waitFor();
      expect((await untilEnded(api, String(created.body['id']))).body).toMatchObject({ status: 'settled' });

      await page.goto(`/console/approvals/${waiting}`);
      await page.getByText('You may see approvals, and not decide them.').waitFor();
      const csrf = { 'svc-csrf-token': await csrfTokenOf(page) };
      const others = [
        await page.request.post(`/v1/approvals/${waiting}/approve`, { headers: csrf, data: {} }),
        await page.request.post('/v1/payments', { headers: csrf, data: { to: EVM_RECIPIENT, amount: '1.00' } }),
        await page.request.post('/v1/api_keys', { headers: csrf, data: {} }),
      ];
      expect(others.map((answer) => answer.status())).toEqual([403, 403, 403]);

      await eventually(async () => {
        const { body } = await api.get(`/audit_log?object=${ref}`);
        const acts = body['data'] as readonly { readonly action: string; readonly actor: object }[];
        expect(acts.filter(({ actor }) => 'name' in actor && actor.name === 'Rosa Reviewer')).toMatchObject([
          { action: 'compliance_check.decided', actor: { type: 'user' } },
        ]);
      });
    });
  });
});
