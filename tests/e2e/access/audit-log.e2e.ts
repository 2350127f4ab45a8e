import type { AuditLogEntry } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import { Approvals } from '../support/approvals';
import { attestationOf } from '../support/attestations';
import { entriesOf } from '../support/audit-log';
import { itIsAudited, operationsThatCall, type Audited } from '../support/every-operation';
import { OPERATIONS, type Operation } from '../support/openapi';
import { heldDeposit } from '../support/deposits';
import { fundedWallet, NEVER_SCREENED, paymentInReview } from '../support/payments';
import { RuleBook } from '../support/rules';
import { newAddress } from '../support/screenings';
import { useService } from '../support/service';

/** The operations that need a scope to write. A member needs an identity provider: set-member.e2e.ts has its entries. */
const WRITES = OPERATIONS.filter(({ scope }) => scope?.endsWith(':write') === true)
  .map(({ operationId }) => operationId)
  .filter((operationId) => operationId !== 'setMember')
  .toSorted();

const service = useService();
const api = (): Api => service.api.as('audit_log');
const rules = (): RuleBook => new RuleBook(api());

async function endpoint(): Promise<string> {
  const { body } = await api().post('/webhook_endpoints', { url: 'http://127.0.0.1:9/hooks' });
  return String(body['id']);
}

async function key(): Promise<string> {
  const { body } = await api().post('/api_keys', { name: 'before' });
  return String(body['id']);
}

/** Every one of them, on an object of its own. */
const PERFORM: Readonly<Record<string, () => Promise<Audited>>> = {
  async createPayment() {
    // Nobody has screened it yet, so that it stays open until the test ends.
    const answer = await api().post('/payments', { to: NEVER_SCREENED, amount: '5.00' }, { prefer: 'respond-async' });
    return { answer, entries: [['payment.created', answer.body['id']]] };
  },
  async cancelPayment() {
    const { payment } = await new Approvals(api()).waiting();
    const answer = await api().post(`/payments/${payment}/cancel`);
    return { answer, entries: [['payment.canceled', payment]] };
  },
  async createWallet() {
    const answer = await api().post('/wallets', { owner: 'agent:audited', chain: 'base' });
    return { answer, entries: [['wallet.created', answer.body['id']]] };
  },
  async createWallets() {
    const wallets = ['user:one', 'user:two'].map((owner) => ({ owner, chain: 'base', compliance: 'skip' }));
    const answer = await api().post('/wallets/bulk', { wallets, idempotency_key: `bulk ${Date.now()}` });
    const made = answer.body['data'] as readonly { readonly wallet: { readonly id: string } }[];
    return { answer, entries: made.map(({ wallet }) => ['wallet.created', wallet.id] as const) };
  },
  async approvePayment() {
    const { approval } = await new Approvals(api()).waiting();
    const answer = await api().post(`/approvals/${approval}/approve`);
    return { answer, entries: [['approval.approved', approval]] };
  },
  async rejectPayment() {
    const { approval } = await new Approvals(api()).waiting();
    const answer = await api().post(`/approvals/${approval}/reject`);
    return { answer, entries: [['approval.rejected', approval]] };
  },
  async updateTreasurySettings() {
    const answer = await api().patch('/treasury/settings', { low_balance: { total: '10.00' } });
    return { answer, entries: [['treasury.settings_updated', 'audit_log.test']] };
  },
  async updatePolicies() {
    const answer = await api().patch('/policies', { two_approvers_above: '5000.00' });
    return { answer, entries: [['policies.updated', 'audit_log.test']] };
  },
  async createRuleDraft() {
    const answer = await rules().draft([]);
    return { answer, entries: [['rules.drafted', 'audit_log.test']] };
  },
  async updateRuleDraft() {
    const answer = await rules().change(await rules().drafted([]), []);
    return { answer, entries: [['rules.draft_changed', 'audit_log.test']] };
  },
  async discardRuleDraft() {
    const answer = await rules().discard(await rules().drafted([]));
    return { answer, entries: [['rules.draft_discarded', 'audit_log.test']] };
  },
  async agreeToRuleDraft() {
    const answer = await rules().agree(await rules().drafted([]));
    return { answer, entries: [['rules.agreed', 'audit_log.test']] };
  },
  async publishRuleDraft() {
    const answer = await rules().enforce([]);
    return { answer, entries: [['rules.published', 'audit_log.test']] };
  },
  async checkCompliance() {
    const answer = await api().post('/compliance/check', { address: newAddress('audited'), country_code: 'DE' });
    return { answer, entries: [['compliance_check.created', answer.body['ref']]] };
  },
  async decideReview() {
    const { ref } = await paymentInReview(api(), { amount: '5.00' });
    const answer = await api().post(`/compliance/checks/${ref}/decision`, { decision: 'block', note: 'a secret note' });
    return { answer, entries: [['compliance_check.decided', ref]] };
  },
  async decideDeposit() {
    const { id } = await heldDeposit(api(), '5.00');
    const answer = await api().post(`/deposits/${id}/decision`, { decision: 'keep', note: 'a secret note' });
    return { answer, entries: [['deposit.kept', id]] };
  },
  async createAttestation() {
    const answer = await api().post('/compliance/attestations', attestationOf());
    return { answer, entries: [['attestation.created', answer.body['id']]] };
  },
  async revokeAttestation() {
    const { body } = await api().post('/compliance/attestations', attestationOf());
    const answer = await api().delete(`/compliance/attestations/${String(body['id'])}`);
    return { answer, entries: [['attestation.revoked', body['id']]] };
  },
  async createWebhookEndpoint() {
    const answer = await api().post('/webhook_endpoints', { url: 'http://127.0.0.1:9/hooks' });
    return { answer, entries: [['webhook_endpoint.created', answer.body['id']]] };
  },
  async updateWebhookEndpoint() {
    const id = await endpoint();
    const answer = await api().patch(`/webhook_endpoints/${id}`, { description: 'new', status: 'disabled' });
    return {
      answer,
      entries: [
        ['webhook_endpoint.updated', id],
        ['webhook_endpoint.disabled', id],
      ],
    };
  },
  async deleteWebhookEndpoint() {
    const id = await endpoint();
    const answer = await api().delete(`/webhook_endpoints/${id}`);
    return { answer, entries: [['webhook_endpoint.deleted', id]] };
  },
  async rotateWebhookSecret() {
    const id = await endpoint();
    const answer = await api().post(`/webhook_endpoints/${id}/rotate_secret`);
    return { answer, entries: [['webhook_endpoint.secret_rotated', id]] };
  },
  async sendTestEvent() {
    const id = await endpoint();
    const answer = await api().post(`/webhook_endpoints/${id}/test`);
    return { answer, entries: [['webhook_endpoint.tested', id]] };
  },
  async replayEvents() {
    const id = await endpoint();
    const answer = await api().post(`/webhook_endpoints/${id}/replay`, { since: '2026-01-31T12:00:00Z' });
    return { answer, entries: [['webhook_endpoint.replayed', id]] };
  },
  async createApiKey() {
    const answer = await api().post('/api_keys', { name: 'new' });
    return { answer, entries: [['api_key.created', answer.body['id']]] };
  },
  async updateApiKey() {
    const id = await key();
    const answer = await api().patch(`/api_keys/${id}`, { name: 'after' });
    return { answer, entries: [['api_key.updated', id]] };
  },
  async rotateApiKey() {
    const id = await key();
    const answer = await api().post(`/api_keys/${id}/rotate`);
    return { answer, entries: [['api_key.rotated', id]] };
  },
  async revokeApiKey() {
    const id = await key();
    const answer = await api().delete(`/api_keys/${id}`);
    return { answer, entries: [['api_key.revoked', id]] };
  },
  async useFaucet() {
    const { id } = await fundedWallet(api());
    const answer = await api().post('/sandbox/faucet', { chain: 'base', amount: '7.00', wallet: id });
    return { answer, entries: [['wallet.credited', id]] };
  },
};

const secrets: string[] = [];
const idOf = ({ operationId }: Operation): string => operationId;

describe('the audit log', () => {
  it('is asked about every operation that writes, here or by its own file', () => {
    expect(WRITES.length).toBeGreaterThan(20);
    // There is no letter to redrive here: a test of the gateway makes one.
    const asked = [...Object.keys(PERFORM), 'redriveDeadLetter', ...operationsThatCall(itIsAudited).map(idOf)];
    expect(asked.toSorted()).toEqual(WRITES);
  });

  describe.each(Object.entries(PERFORM))('%s', (_, perform) =>
    itIsAudited(api, async () => {
      const performed = await perform();
      for (const field of ['key', 'secret']) {
        if (field in performed.answer.body) secrets.push(String(performed.answer.body[field]));
      }
      return performed;
    }),
  );

  it('has the same entry for a request with an idempotency key, and one for all of its replays', async () => {
    const body = { name: 'once', idempotency_key: `once ${Date.now()}` };
    const { headers, body: made } = await api().post('/api_keys', body);
    expect((await api().post('/api_keys', body)).headers.get('svc-idempotent-replayed')).toBe('true');
    const entries = await untilEntries(`object=${String(made['id'])}`, 1);
    expect(entries).toEqual([expect.objectContaining({ request_id: headers.get('svc-request-id') })]);
  });

  it('shows what changed of an endpoint, a key and the settings', async () => {
    const id = await endpoint();
    await api().patch(`/webhook_endpoints/${id}`, { url: 'http://127.0.0.1:9/other', description: 'moved' });
    const [moved, made] = await untilEntries(`object=${id}`, 2);
    expect(made).toMatchObject({
      before: null,
      after: { url: 'http://127.0.0.1:9/hooks', events: null, description: null, status: 'enabled' },
    });
    expect([moved?.before, moved?.after]).toEqual([
      { url: 'http://127.0.0.1:9/hooks', description: null },
      { url: 'http://127.0.0.1:9/other', description: 'moved' },
    ]);

    const renamed = await key();
    await api().patch(`/api_keys/${renamed}`, { name: 'after' });
    const [rename, issue] = await untilEntries(`object=${renamed}`, 2);
    expect([rename?.before, rename?.after]).toEqual([{ name: 'before' }, { name: 'after' }]);
    expect(issue?.after).toMatchObject({ name: 'before', plan: 'enterprise', ip_allow_list: null });

    const settings = service.api.as('audit_settings');
    for (const total of ['20.00', '30.00']) await settings.patch('/treasury/settings', { low_balance: { total } });
    const [raised] = await eventually(async () => {
      const entries = await entriesOf(settings, 'action=treasury.settings_updated');
      return entries.length >= 2 && entries;
    });
    expect([raised?.before, raised?.after]).toEqual([
      { 'low_balance.total': '20.00' },
      { 'low_balance.total': '30.00' },
    ]);
  });

  it('has who paid, and made a wallet, without screening', async () => {
    const answer = await api().post('/payments', { to: NEVER_SCREENED, amount: '5.00', compliance: 'skip' });
    const id = String(answer.body['id']);
    const entries = await untilEntries(`object=${id}`, 2);
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['payment.created', 'payment.screening_skipped']);
    expect(new Set(entries.map(({ request_id: of }) => of))).toEqual(new Set([answer.headers.get('svc-request-id')]));
    const { body: wallet } = await api().post('/wallets', { owner: 'user:skipped', chain: 'base', compliance: 'skip' });
    const [made] = await untilEntries(`object=${String(wallet['id'])}`, 1);
    expect(made?.after).toMatchObject({ owner: 'user:skipped', compliance: 'skip' });
  });

  it('holds no secret of a key or an endpoint, and no note of a review', async () => {
    expect(secrets.length).toBeGreaterThanOrEqual(4);
    const text = JSON.stringify(await entriesOf(api()));
    for (const secret of [...secrets, 'a secret note']) expect(text).not.toContain(secret);
  });

  it('has what a key was refused, once a minute for each reason and address', async () => {
    const { body } = await api().post('/api_keys', { name: 'narrow', scopes: ['payments:read'] });
    const narrow = api().withKey(String(body['key']));
    for (let n = 0; n < 3; n++) expect((await narrow.get('/treasury/balance')).status).toBe(403);
    await api().delete(`/api_keys/${String(body['id'])}`);
    await eventually(async () => (await narrow.get('/payments')).status === 401);
    const refused = await eventually(async () => {
      const entries = await entriesOf(api(), `object=${String(body['id'])}&action=api_key.refused`);
      return entries.length >= 2 && entries;
    });
    expect(refused.map(({ actor, after }) => [actor.id, after])).toEqual([
      [body['id'], { reason: 'revoked', operation: 'GET /v1/payments' }],
      [body['id'], { reason: 'insufficient_scope', operation: 'GET /v1/treasury/balance' }],
    ]);
    expect(refused[0]?.request_id).toMatch(/^req_/);
  });

  it('has an attempt from an address that the key may not be used from', async () => {
    const { body } = await api().post('/api_keys', { ip_allow_list: ['203.0.113.0/24'] });
    expect((await api().withKey(String(body['key'])).get('/payments')).status).toBe(401);
    const [refused] = await untilEntries(`object=${String(body['id'])}&action=api_key.refused`, 1);
    expect(refused?.after).toEqual({ reason: 'address_not_allowed', operation: 'GET /v1/payments' });
  });

  it('has the first use of a key from an address', async () => {
    const { body } = await api().post('/api_keys', {});
    const used = api().withKey(String(body['key']));
    for (let n = 0; n < 3; n++) await used.get('/payments');
    const entries = await untilEntries(`actor=${String(body['id'])}`, 1);
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'api_key.used_from_new_address',
        after: { ip: expect.stringMatching(/127\.0\.0\.1$/) as unknown },
      }),
    ]);
  });

  async function untilEntries(query: string, count: number): Promise<readonly AuditLogEntry[]> {
    return eventually(async () => {
      const entries = await entriesOf(api(), query);
      return entries.length >= count && entries;
    });
  }
});
