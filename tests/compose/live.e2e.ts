/** @needs stack */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heldOnChain, newOwner } from '@stablecoin/chains/testing';
import { CHAIN_NAMES, evmAddressFromBytes, formatAmount, type ChainName } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Api } from '../e2e/support/api';
import { figure } from './figures';
import { ReachableChains } from './local-chains';
import { describeScenario, WITHIN_MS } from './scenario';

const LIVE = 'docker compose -f docker-compose.yml -f infra/docker/docker-compose.live.yml up';
const SETTLED_WITHIN_MS = 240_000;

describeScenario('Live payments by docker-compose.live.yml, on local chains', (scenario) => {
  let chains: ReachableChains;
  let api: Api;

  beforeAll(async () => {
    const { composition } = scenario;
    await composition.follow('node infra/docker/make-env.mjs');
    // Of the network that every engine has: that of the composition comes with it.
    chains = await ReachableChains.start(await composition.hostAddress('bridge'));
    writeFileSync(join(composition.folder, 'live.env'), chains.variables);
    await figure('The live stack is up after', () => composition.follow(LIVE));
    const create = ['run', '--rm', 'keys', 'create', '--account', 'acme', '--mode', 'live', '--plan', 'scale'];
    const [key = ''] = /svc_live_\w+/.exec(await composition.compose(...create)) ?? [];
    api = new Api(composition.url, key);
  }, WITHIN_MS);

  afterAll(() => chains.stop(), WITHIN_MS);

  it(
    'pays each order once on each chain, though the payment service is killed',
    async () => {
      const orders = CHAIN_NAMES.flatMap((chain) => [1n, 2n, 3n].map((n) => orderOn(chain, n)));
      const ids = await Promise.all(orders.map((order) => send(api, order)));
      const container = await scenario.composition.containerOf('payment');
      process.kill(await scenario.composition.pidOf(container), 'SIGKILL');
      expect(await Promise.all(orders.map((order) => send(api, order)))).toEqual(ids);
      for (const [index, { chain, to, units }] of orders.entries()) {
        await eventually(
          async () => expect((await api.get(`/payments/${ids[index]}`)).body).toMatchObject({ status: 'settled' }),
          { withinMs: SETTLED_WITHIN_MS },
        );
        expect(await heldOnChain(chains.description, chain, to)).toBe(units);
      }
    },
    WITHIN_MS,
  );

  it(
    'has in its books what its treasuries hold',
    async () => {
      for (const chain of CHAIN_NAMES) {
        await eventually(
          async () => {
            const held = await heldOnChain(chains.description, chain, chains.description[chain].treasury);
            expect((await api.get('/treasury/balance')).body).toMatchObject({
              chains: { [chain]: formatAmount(held) },
            });
          },
          { withinMs: SETTLED_WITHIN_MS },
        );
      }
    },
    WITHIN_MS,
  );
});

interface Order {
  readonly chain: ChainName;
  readonly to: string;
  readonly units: bigint;
  readonly key: string;
}

/** To a recipient who has nothing yet. */
function orderOn(chain: ChainName, n: bigint): Order {
  const to = chain === 'solana' ? newOwner() : evmAddressFromBytes(randomBytes(20));
  return { chain, to, units: 1_000_000n + n * 10_000n, key: `live-${chain}-${n}` };
}

/** @returns the id of the payment */
async function send(api: Api, { chain, to, units, key }: Order): Promise<string> {
  const order = { to, chain, amount: formatAmount(units), idempotency_key: key };
  return eventually(async () => {
    const { status, body } = await api.post('/payments', order, { prefer: 'respond-async' });
    expect([200, 201, 202]).toContain(status);
    return String(body['id']);
  });
}
