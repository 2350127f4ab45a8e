import { complianceService, fixedSources } from '@stablecoin/compliance';
import { readConfiguration, openRuntime, type Runtime } from '@stablecoin/host';
import {
  CHECK_NAMES,
  parseAmount,
  type Approval,
  type Payment,
  type TreasuryBalance,
  type Wallet,
} from '@stablecoin/contracts';
import { generationsOf } from '@stablecoin/stores';
import type { ManualClock } from '@stablecoin/event-sourcing/testing';
import { listen } from '@stablecoin/gateway';
import type { Service } from '@stablecoin/host';
import { webhookService } from '@stablecoin/webhook';
import { CONSUMERS, ALL_SERVICES } from '../../apps/standalone/src/all-services';
import { startServices } from '../../apps/standalone/src/standalone';
import type { RestoredStore } from '../../apps/standalone/src/tools/backup/restored-store';
import { updateReadModels } from '../../apps/standalone/src/tools/read-models';
import { Api } from '../e2e/support/api';
import type { Ground } from './ground';
import type { Outside } from './outside';
import type { Environment } from './place';
import { signApproval } from './wallet';

/** Two keys of the operator: together they approve what takes two people. */
const KEYS = ['svc_live_0000000000000000000000', 'svc_live_1111111111111111111111'] as const;
export const BOOTSTRAP_API_KEYS = KEYS.map((key) => `${key}:acme:enterprise`).join(',');
/** Above the first amount the treasury pays with one approval, above the second with two. */
export const APPROVAL_ABOVE = { one: 5_000_000n, two: 50_000_000n } as const;

interface Parts {
  readonly clock: ManualClock;
  readonly ground: Ground;
  readonly outside: Outside;
  /** Recipients whose screening a person has to decide, in lower case. */
  readonly doubtful: ReadonlySet<string>;
}

/** Every service of one process, over HTTP, on a clock and on chains that stand still. */
export class Site {
  /** Types of the webhooks about a payment, by its id. */
  readonly told = new Map<string, Set<string>>();
  readonly #decided = new Set<string>();

  private constructor(
    readonly runtime: Runtime,
    private readonly apis: readonly Api[],
  ) {}

  static async start(environment: Environment, parts: Parts): Promise<Site> {
    const runtime = await opened(environment, parts, CONSUMERS);
    const told = new Map<string, Set<string>>();
    try {
      const gateway = await startServices(runtime, servicesOf(parts, told));
      const { url } = await listen(gateway, runtime.configuration);
      const site = new Site(
        runtime,
        KEYS.map((key) => new Api(url, key)),
      );
      Object.assign(site, { told });
      return site;
    } catch (error) {
      await runtime.close();
      throw error;
    }
  }

  get api(): Api {
    const [first] = this.apis;
    if (first === undefined) throw new Error('there is a key');
    return first;
  }

  /** Settings of the account, and an endpoint. */
  async furnish(): Promise<void> {
    const amount = (units: bigint): string => `${units / 1_000_000n}.00`;
    const policies = await this.api.patch('/policies', {
      separate_creator: false,
      treasury_approval_above: amount(APPROVAL_ABOVE.one),
      two_approvers_above: amount(APPROVAL_ABOVE.two),
    });
    const endpoint = await this.api.post('/webhook_endpoints', { url: 'https://example.com/hook' });
    for (const { status, text } of [policies, endpoint]) if (status >= 300) throw new Error(text);
  }

  payment(id: string): Promise<Payment | null> {
    return this.runtime.queries.ask('payment.get', { account: 'acme', livemode: true, id });
  }

  async balance(): Promise<TreasuryBalance> {
    return (await this.api.get('/treasury/balance')).body as unknown as TreasuryBalance;
  }

  /** What the books say that a wallet holds, in minor units of USDC; reserved money is not in it. */
  async walletBalance(id: string): Promise<bigint> {
    const { status, body } = await this.api.get(`/wallets/${id}`);
    const { balances } = body as unknown as Wallet;
    return status === 200 ? (parseAmount(balances.usdc) ?? 0n) : 0n;
  }

  /** What people decide for a payment that waits for them, each once. */
  async decide({ id, status, stage, from, compliance_ref: ref, approval_id: approval }: Payment): Promise<void> {
    if (status !== 'pending') return;
    if (stage === 'screening' && ref !== null && this.#isNew(ref)) {
      await this.api.post(`/compliance/checks/${ref}/decision`, { decision: 'clear' });
    }
    if (stage === 'awaiting_approval' && approval !== null && this.#isNew(id)) {
      if (from !== null) await signApproval(this.api, approval);
      else for (const api of this.apis) await api.post(`/approvals/${approval}/approve`);
    }
  }

  /** The approval that owners are asked for of a payment that has settled; undefined where they are not. */
  async askedAgain({ id, wallet }: { readonly id: string; readonly wallet?: { readonly id: string } | undefined }) {
    const { body, status, text } = await this.api.get(`/approvals?status=pending&limit=100&wallet=${wallet?.id ?? ''}`);
    if (status !== 200) throw new Error(text);
    const asked = (body['data'] as readonly Approval[]).find((each) => each.payment_id === id);
    return (await this.payment(id))?.status === 'settled' ? asked?.id : undefined;
  }

  /** The first of two people approves. */
  async approveOnce({ from, approval_id: approval }: Pick<Payment, 'approval_id' | 'from'>): Promise<void> {
    if (approval === null) throw new Error('nothing waits for an approval');
    if (from !== null) return signApproval(this.api, approval, 1);
    const { status, text } = await this.api.post(`/approvals/${approval}/approve`);
    if (status >= 300) throw new Error(text);
  }

  async cancel(id: string): Promise<void> {
    const { status, text } = await this.api.post(`/payments/${id}/cancel`);
    if (status >= 300) throw new Error(text);
  }

  stop(): Promise<void> {
    return this.runtime.close();
  }

  #isNew(decision: string): boolean {
    if (this.#decided.has(decision)) return false;
    this.#decided.add(decision);
    return true;
  }
}

/** Does the work on a restored store that no service runs on, as the commands of the operator do. */
export async function whileStopped<T>(
  environment: Environment,
  parts: Parts,
  work: (store: RestoredStore) => Promise<T>,
): Promise<T> {
  const runtime = await opened(environment, parts, []);
  try {
    const open = (await generationsOf(runtime.store)).filter(({ stage }) => stage !== 'ended');
    const generation = open.at(-1);
    if (generation === undefined) throw new Error('nothing was restored');
    if (generation.stage === 'closed') await updateReadModels(runtime);
    return await work({ runtime, generation, since: Math.min(...open.map(({ since }) => since)) });
  } finally {
    await runtime.close();
  }
}

/** The configuration names chains; the adapters are those of the ground. */
async function opened(
  environment: Environment,
  { clock, ground, outside }: Parts,
  consumers: readonly string[],
): Promise<Runtime> {
  const configuration = readConfiguration(environment);
  const runtime = await openRuntime(configuration, { clock, consumers, env: {} });
  const liveChains = outside.chains(await ground.open(() => clock.now()));
  const wrapped: Runtime = {
    ...runtime,
    liveChains,
    bus: outside.bus(runtime.bus),
    forService: (service) => ({ ...wrapped, log: runtime.forService(service).log }),
  };
  return wrapped;
}

function servicesOf({ doubtful }: Parts, told: Map<string, Set<string>>): readonly Service[] {
  const sources = fixedSources(
    CHECK_NAMES.map((check) => ({
      ...{ name: 'test', check },
      screen: ({ address }) => {
        const isDoubtful = check === 'sanctions' && address !== null && doubtful.has(address.toLowerCase());
        return Promise.resolve({ outcome: isDoubtful ? 'review' : 'pass', evidence: 'The test says so.' });
      },
    })),
  );
  const compliance: Service = {
    ...complianceService,
    forRuntime: (runtime) => complianceService.forRuntime(runtime, () => sources),
  };
  const webhook: Service = {
    ...webhookService,
    forRuntime: (runtime) =>
      webhookService.forRuntime(runtime, {
        send: ({ body }) => {
          const { type, data } = JSON.parse(body) as { type: string; data: { id?: string } };
          const { id = '' } = data;
          told.set(id, (told.get(id) ?? new Set()).add(type));
          return Promise.resolve({ statusCode: 200, durationMs: 1, error: null, retryAfterMs: null, response: null });
        },
        close: () => Promise.resolve(),
      }),
  };
  return ALL_SERVICES.map((service) => [compliance, webhook].find(({ name }) => name === service.name) ?? service);
}
