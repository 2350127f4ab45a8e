/**
 * @once
 * @slow 28
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithAnvil, heldOnChain, type LocalChainsDescription } from '@stablecoin/chains/testing';
import { evmAddressFromBytes, type Approval, type Payment, type Wallet } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Browser } from 'playwright-core';
import { createPublicClient, encodeFunctionData, hashTypedData, http, parseAbi } from 'viem';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { giveWallet } from '../console/support/browser-wallet';
import { describeWithChromium, launchChromium } from '../console/support/chromium';
import { WatchedBrowser } from '../console/support/watched-browser';
import { Api } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { expectError } from '../support/payments';

const KEY = 'svc_live_0000000000000000000000';
const WITHIN_MS = 60_000;
const ABI = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function policies(address safe) view returns (address spender, uint96 limit, uint96 spent, uint64 windowStart)',
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
]);
const someone = (): string => evmAddressFromBytes(randomBytes(20));

/** The service never sees the keys of these. */
const OWNERS = [1, 2, 3].map(() => privateKeyToAccount(generatePrivateKey()));
const [ALICE, BOB, CAROL] = OWNERS as [(typeof OWNERS)[0], (typeof OWNERS)[0], (typeof OWNERS)[0]];

describeWithAnvil('Live wallets on a local chain', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-wallets-'));
  /** Holds tokens, and is nobody to the service. */
  const stranger = someone();
  let service: BuiltService;
  let api: Api;
  let chains: LocalChainsDescription;
  let wallet: Wallet;
  let approval: Approval;
  const recipients = { first: someone(), second: someone() };

  beforeAll(async () => {
    ensureBuilt();
    const environment = {
      CHAINS: 'local',
      LOG_LEVEL: 'warn',
      TREASURY_LOOK_MS: '500',
      BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
    };
    service = await BuiltService.start({ dataFolder, environment });
    api = new Api(service.url, KEY);
    chains = JSON.parse(readFileSync(join(dataFolder, 'local-chains.json'), 'utf8')) as LocalChainsDescription;
    await settled(await pay({ to: stranger, amount: '1000.00', chain: 'base' }));
    await rpc('anvil_impersonateAccount', [stranger]);
    await rpc('anvil_setBalance', [stranger, '0xde0b6b3a7640000']);
  });
  afterAll(async () => {
    await service.end();
    // The chains end when their file is gone.
    rmSync(dataFolder, { recursive: true, force: true });
  });

  async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(chains.base.rpc_url, { method: 'POST', headers, body });
    const { result, error } = (await response.json()) as { readonly result?: unknown; readonly error?: unknown };
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  async function pay(order: Record<string, unknown>): Promise<Payment> {
    const { status, body } = await api.post('/payments', order, { prefer: 'respond-async' });
    expect({ status, body }).toMatchObject({ status: 202 });
    return body as unknown as Payment;
  }

  async function settled({ id }: Pick<Payment, 'id'>): Promise<Payment> {
    return eventually(
      async () => {
        const payment = (await api.get(`/payments/${id}`)).body as unknown as Payment;
        expect(payment).toMatchObject({ status: 'settled' });
        return payment;
      },
      { withinMs: WITHIN_MS },
    );
  }

  async function waiting({ id }: Pick<Payment, 'id'>): Promise<Approval> {
    const approvalId = await eventually(async () => {
      const { body } = await api.get(`/payments/${id}`);
      expect(body).toMatchObject({ status: 'pending', stage: 'awaiting_approval' });
      return String(body['approval_id']);
    });
    return (await api.get(`/approvals/${approvalId}`)).body as unknown as Approval;
  }

  /** A plain transfer of the token, as anybody makes it. */
  async function send(to: string, units: bigint): Promise<string> {
    const data = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to as Hex, units] });
    return (await rpc('eth_sendTransaction', [{ from: stranger, to: chains.base.usdc, data }])) as string;
  }

  async function funded(by: string): Promise<void> {
    await eventually(
      async () => {
        const { body } = await api.get('/events?type=wallet.funded&limit=100');
        const events = body['data'] as { readonly data: { readonly txHash: string } }[];
        expect(events.filter(({ data }) => data.txHash === by)).toHaveLength(1);
      },
      { withinMs: WITHIN_MS },
    );
  }

  const read = async (id = wallet.id): Promise<Wallet> => (await api.get(`/wallets/${id}`)).body as unknown as Wallet;

  it('is created with its address, which follows from its owners, threshold and limit', async () => {
    const order = {
      owner: 'agent:procurement',
      chain: 'base',
      spend_limit: '100.00',
      approvers: OWNERS.map(({ address }) => address),
      approval_threshold: 2,
    };
    const { status, body } = await api.post('/wallets', order);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        ...order,
        livemode: true,
        contract: {
          ...{ type: 'safe', version: '1.4.1', deployed: false },
          ...{ spender: chains.base.spender, owners: order.approvers, threshold: 2 },
        },
      },
    });
    wallet = body as unknown as Wallet;
  });

  it('is funded by a plain transfer of the token, and says so once that is final', async () => {
    await funded(await send(String(wallet.address), 300_000_000n));
    expect(await read()).toMatchObject({ balances: { usdc: '300.00' }, spent_24h: '0.00' });
  });

  it('pays within its limit', async () => {
    await settled(await pay({ to: recipients.first, amount: '60.00', from: wallet.id }));
    expect(await heldOnChain(chains, 'base', recipients.first)).toBe(60_000_000n);
    expect(await read()).toMatchObject({
      balances: { usdc: '240.00' },
      spent_24h: '60.00',
      contract: { deployed: true },
    });
  });

  it('stops what is above its limit, and shows what its approvers sign', async () => {
    approval = await waiting(await pay({ to: recipients.second, amount: '60.00', from: wallet.id }));
    expect(approval).toMatchObject({ status: 'pending', threshold: 2, approved_by: [] });
    expect(approval.authorization).toMatchObject({
      domain: { verifyingContract: chains.base.usdc },
      message: { from: wallet.address, to: recipients.second, value: '60000000' },
    });
    // An approver computes what is signed from what is paid.
    expect(approval.typed_data).toMatchObject({
      domain: { verifyingContract: wallet.address },
      message: { message: hashTypedData(approval.authorization as never) },
    });
    expect(await heldOnChain(chains, 'base', recipients.second)).toBe(0n);
  });

  it("pays it after two of its approvers' signatures", async () => {
    const sign = (by: typeof ALICE) => by.signTypedData(approval.typed_data as never);
    const approve = async (body: object) => api.post(`/approvals/${approval.id}/approve`, body);

    expectError(await approve({ approver: ALICE.address, signature: await sign(BOB) }), 400, 'invalid_request', {
      param: 'signature',
      message: expect.stringContaining(BOB.address),
    });
    expectError(await approve({ approver: ALICE.address }), 400, 'invalid_request', { param: 'signature' });

    const signature = await sign(ALICE);
    for (let time = 0; time < 2; time++) {
      const { body } = await approve({ approver: ALICE.address, signature });
      expect(body).toMatchObject({ status: 'pending', approved_by: [ALICE.address] });
    }
    const last = await approve({ approver: CAROL.address, signature: await sign(CAROL) });
    expect(last.body).toMatchObject({ status: 'approved', approved_by: [ALICE.address, CAROL.address] });
    expectError(await approve({ approver: BOB.address, signature: await sign(BOB) }), 409, 'invalid_state');

    await settled({ id: approval.payment_id });
    expect(await heldOnChain(chains, 'base', recipients.second)).toBe(60_000_000n);
    expect(await read()).toMatchObject({ balances: { usdc: '180.00' }, spent_24h: '60.00' });
    const { body: timeline } = await api.get(`/payments/${approval.payment_id}/timeline`);
    expect(JSON.stringify([timeline, last.body])).not.toContain(signature.slice(2, 100));
  });

  it('has on chain the policy that it was created with', async () => {
    const client = createPublicClient({ transport: http(chains.base.rpc_url) });
    const safe = { address: wallet.address as Hex, abi: ABI };
    const module = { address: wallet.contract?.module as Hex, abi: ABI };
    const [owners, threshold, [spender, limit]] = await Promise.all([
      client.readContract({ ...safe, functionName: 'getOwners' }),
      client.readContract({ ...safe, functionName: 'getThreshold' }),
      client.readContract({ ...module, functionName: 'policies', args: [safe.address] }),
    ]);
    expect([owners, threshold, spender, limit]).toEqual([
      OWNERS.map(({ address }) => address),
      2n,
      chains.base.spender,
      100_000_000n,
    ]);
    await eventually(
      async () => {
        const { body } = await api.get(`/wallets/${wallet.id}?expand=onchain`);
        expect(body['onchain']).toMatchObject({ limit: '100.00', spent: '60.00', balances: { usdc: '180.00' } });
      },
      { withinMs: WITHIN_MS },
    );
  });

  it('changes nothing when a stranger sends the calldata of its payments again', async () => {
    const held = () =>
      Promise.all(
        [String(wallet.address), recipients.first, recipients.second].map((each) => heldOnChain(chains, 'base', each)),
      );
    const before = await held();
    const { body } = await api.get(`/payments?wallet=${wallet.id}`);
    const payments = body['data'] as readonly Payment[];
    expect(payments).toHaveLength(2);
    for (const { txHash } of payments) {
      const { to, input } = (await rpc('eth_getTransactionByHash', [txHash])) as { to: string; input: string };
      await rpc('eth_sendTransaction', [{ from: stranger, to, data: input, gas: '0x4c4b40' }]);
    }
    await rpc('evm_mine', []);
    expect(await held()).toEqual(before);
  });

  describeWithChromium('in the console', () => {
    let chromium: Browser;
    beforeAll(async () => (chromium = await launchChromium()));
    afterAll(() => chromium.close());

    it('two approvers pay above its limit with the wallets of their browsers', async () => {
      const to = someone();
      const waits = await waiting(await pay({ to, amount: '61.00', from: wallet.id }));
      for (const [approver, said] of [
        [ALICE, 'Your approval is counted.'],
        [BOB, 'Approved. The payment continues.'],
      ] as const) {
        const visitor = await WatchedBrowser.open(chromium, [service.url], { baseURL: service.url });
        await visitor.signInWithKey(KEY);
        await giveWallet(visitor.context, approver, Number(waits.typed_data?.domain['chainId']));
        const { page } = visitor;
        await page.goto(`/console/approvals/${waits.id}`);
        await page.getByRole('button', { name: 'Approve with your wallet' }).click();
        const dialog = page.getByRole('dialog', { name: 'Approve with a signature' });
        await dialog.getByRole('button', { name: 'Sign and approve' }).click();
        await page.getByText(said).waitFor();
        await visitor.expectClean();
        await visitor.close();
      }
      await settled({ id: waits.payment_id });
      expect(await heldOnChain(chains, 'base', to)).toBe(61_000_000n);
    });
  });

  it('the operator owns a wallet without approvers, and signs for any key of the account', async () => {
    const order = { owner: 'agent:operated', chain: 'base', spend_limit: '10.00' };
    const { body: operated } = await api.post('/wallets', order);
    expect(operated).toMatchObject({ approvers: [], contract: { owners: [chains.base.approver], threshold: 1 } });
    await funded(await send(String(operated['address']), 50_000_000n));
    const to = someone();
    const { id, payment_id } = await waiting(await pay({ to, amount: '20.00', from: operated['id'] }));
    expect((await api.post(`/approvals/${id}/approve`)).body).toMatchObject({ status: 'approved' });
    await settled({ id: payment_id });
    expect(await heldOnChain(chains, 'base', to)).toBe(20_000_000n);
  });

  it('is refused where it would pay itself', async () => {
    const itself = await api.post('/payments', { to: wallet.address, amount: '1.00', from: wallet.id });
    expectError(itself, 400, 'invalid_request', { param: 'to' });
  });
});
