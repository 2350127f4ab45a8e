/**
 * @needs own-service
 * @slow 50
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithAnvil, newOwner, type LocalChainsDescription } from '@stablecoin/chains/testing';
import { evmAddressFromBytes } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { ChainName } from '@stablecoin/contracts';
import { BuiltService } from '../e2e/support/built-service';
import { ensureBuilt } from '../e2e/support/ensure-built';
import { buildSvc, Svc, type SvcResult } from './support/svc';

const KEY = 'svc_live_0000000000000000000000';
const TEST_MS = 180_000;

describeWithAnvil('svc verify on local chains', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-verify-'));
  let service: BuiltService;
  let chains: LocalChainsDescription;
  let environment: Record<string, string>;

  beforeAll(async () => {
    ensureBuilt();
    buildSvc();
    service = await BuiltService.start({
      dataFolder,
      environment: { CHAINS: 'local', LOG_LEVEL: 'error', BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise` },
    });
    chains = JSON.parse(readFileSync(join(dataFolder, 'local-chains.json'), 'utf8')) as LocalChainsDescription;
    environment = { XDG_CONFIG_HOME: dataFolder, STABLECOIN_API_KEY: KEY, STABLECOIN_BASE_URL: service.url };
  }, TEST_MS);
  afterAll(async () => {
    await service.end();
    // The chains end when their file is gone.
    rmSync(dataFolder, { recursive: true, force: true });
  });

  /** @param options - take the place of the usual ones */
  async function pay(chain: ChainName, ...options: string[]): Promise<string> {
    const to = chain === 'solana' ? newOwner() : evmAddressFromBytes(randomBytes(20));
    const created = await Svc.run(
      [
        ...['payments', 'create', '--json', '--wait', '0', '--chain', chain],
        ...['--to', to, '--amount', '12.500001', ...options],
      ],
      environment,
    );
    const { id } = JSON.parse(created.out) as { id: string };
    expect((await Svc.run(['payments', 'wait', id], environment)).code).toBe(0);
    return id;
  }

  const verify = (id: string, chain: ChainName, rpcUrl = chains[chain].rpc_url): Promise<SvcResult> =>
    Svc.run(['verify', id, '--json', '--rpc-url', rpcUrl, '--token', chains[chain].usdc], environment);
  const wrongIn = ({ out }: SvcResult): string[] =>
    (JSON.parse(out) as { checks: { check: string; ok: boolean }[] }).checks
      .filter(({ ok }) => !ok)
      .map(({ check }) => check);

  /** An endpoint that answers as the real one does, but for what it is told to change. */
  async function lying(rpcUrl: string, change: (text: string) => string) {
    const server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const body = Buffer.concat(chunks);
        void fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
          .then((response) => response.text())
          .then((text) => outgoing.end(change(text)));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const close = (): void => {
      server.close();
      server.closeAllConnections();
    };
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
  }

  it.each<ChainName>(['base', 'ethereum', 'solana'])(
    'confirms a payment that was made on %s',
    async (chain) => {
      const verified = await verify(await pay(chain), chain);
      expect({ ...verified, wrong: wrongIn(verified) }).toMatchObject({ code: 0, wrong: [] });
    },
    TEST_MS,
  );

  it(
    'confirms a payment that was made from a wallet, within its limit',
    async () => {
      const wallet = JSON.parse(
        (
          await Svc.run(
            [
              ...[
                'wallets',
                'create',
                '--json',
                '--owner',
                'agent:verify',
                '--chain',
                'base',
                '--spend-limit',
                '50.00',
              ],
              ...['--approver', evmAddressFromBytes(randomBytes(20))],
            ],
            environment,
          )
        ).out,
      ) as { id: string; address: string };
      await pay('base', '--to', wallet.address, '--amount', '100.00');
      await eventually(async () => {
        const { out } = await Svc.run(['wallets', 'get', wallet.id, '--json'], environment);
        expect(JSON.parse(out)).toMatchObject({ balances: { usdc: '100.00' } });
      });
      const verified = await verify(await pay('base', '--from', wallet.id), 'base');
      expect({ ...verified, wrong: wrongIn(verified) }).toMatchObject({ code: 0, wrong: [] });
    },
    TEST_MS,
  );

  it(
    'does not confirm it when the endpoint states another amount, knows no such transaction, or is of another chain',
    async () => {
      const id = await pay('base');
      const { rpc_url: rpcUrl } = chains.base;
      const units = (amount: bigint): string => amount.toString(16).padStart(64, '0');
      const liar = await lying(rpcUrl, (text) => text.replaceAll(units(12_500_001n), units(12_500_000n)));
      const lied = await verify(id, 'base', liar.url);
      expect([lied.code, wrongIn(lied)]).toEqual([1, ['amount']]);
      liar.close();

      const forgetful = await lying(rpcUrl, (text) =>
        text.includes('transactionHash') ? '{"jsonrpc":"2.0","id":1,"result":null}' : text,
      );
      const forgotten = await verify(id, 'base', forgetful.url);
      expect([forgotten.code, wrongIn(forgotten)]).toEqual([1, ['transaction']]);
      forgetful.close();

      const elsewhere = await verify(id, 'base', chains.ethereum.rpc_url);
      expect([elsewhere.code, wrongIn(elsewhere)]).toEqual([1, ['chain']]);
    },
    TEST_MS,
  );

  it(
    'does not confirm a payment that the service does not claim to have made',
    async () => {
      const to = evmAddressFromBytes(randomBytes(20));
      const args = ['payments', 'create', '--json', '--chain', 'base', '--to', to, '--amount', '900000.00'];
      await Svc.run(args, environment);
      const refused = await Svc.run([...args.slice(0, -1), '999999.00'], environment);
      const { error } = JSON.parse(refused.err.trim().split('\n').at(-1) ?? '') as { error: { payment_id: string } };
      const { code, err } = await verify(error.payment_id, 'base');
      expect(code).toBe(1);
      expect(err).toContain('does not claim that it was made');
    },
    TEST_MS,
  );
});
