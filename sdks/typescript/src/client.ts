import { AccountPolicies, AccountRules, ApiKeys, AuditLog, Members } from './administration.js';
import { CLOCK, type Clock } from './clock.js';
import { configurationOf, type ClientOptions } from './configuration.js';
import { Payments } from './payments.js';
import {
  Approvals,
  Compliance,
  Deposits,
  Events,
  Sandbox,
  Stats,
  Treasury,
  Wallets,
  WebhookEndpoints,
} from './resources.js';
import { Transport } from './transport.js';

/**
 * A client of the stablecoin payments API. One serves any number of calls at the same time.
 *
 * @example
 * const client = new StablecoinPayments({ apiKey: 'svc_test_…', baseUrl: 'http://127.0.0.1:3000' });
 * const payment = await client.payments.create({ to: '0x…', amount: '12.50' });
 */
export class StablecoinPayments {
  /** Whether the API key moves real money. */
  readonly livemode: boolean;
  readonly payments: Payments;
  readonly wallets: Wallets;
  readonly approvals: Approvals;
  readonly treasury: Treasury;
  readonly compliance: Compliance;
  readonly deposits: Deposits;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly events: Events;
  readonly apiKeys: ApiKeys;
  readonly auditLog: AuditLog;
  readonly stats: Stats;
  readonly policies: AccountPolicies;
  readonly rules: AccountRules;
  readonly members: Members;
  readonly sandbox: Sandbox;

  /**
   * @param clock - for tests
   * @throws InvalidArgumentError for a key or URL that is missing or malformed, and in a browser
   */
  constructor(options: ClientOptions = {}, clock: Clock = CLOCK) {
    const configuration = configurationOf(options);
    const transport = new Transport(configuration, clock);
    this.livemode = configuration.livemode;
    this.payments = new Payments(transport);
    this.wallets = new Wallets(transport);
    this.approvals = new Approvals(transport);
    this.treasury = new Treasury(transport);
    this.compliance = new Compliance(transport);
    this.deposits = new Deposits(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.events = new Events(transport);
    this.apiKeys = new ApiKeys(transport);
    this.auditLog = new AuditLog(transport);
    this.stats = new Stats(transport);
    this.policies = new AccountPolicies(transport);
    this.rules = new AccountRules(transport);
    this.members = new Members(transport);
    this.sandbox = new Sandbox(transport);
  }
}
